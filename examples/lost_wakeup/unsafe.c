// expect: unsafe deadlock 26
// schedule: 0:3,1:2,2:7,1:3
// input: outcome=0
//
// One thread waits for an event that another one announces: the smallest use of a condition
// variable, and the classic mistake.
// Checks: no deadlock, and the event has happened when the waiting is over.
//
// Bug in line 24: the waiting thread looks for the event before it holds the mutex; a signal
// between the look and the wait is lost, and it waits forever (deadlock in line
// 26). The shortest failing schedule has 3 context switches.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static _Atomic int has_happened;

static void *await(void *unused)
{
    (void)unused;
    while (!has_happened) {
        pthread_mutex_lock(&lock);
        pthread_cond_wait(&changed, &lock);
        pthread_mutex_unlock(&lock);
    }
    assert(has_happened);
    return NULL;
}

static void *announce(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    has_happened = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t waiting;
    pthread_t announcing;
    pthread_create(&waiting, NULL, await, NULL);
    pthread_create(&announcing, NULL, announce, NULL);
    pthread_join(waiting, NULL);
    pthread_join(announcing, NULL);
    return 0;
}

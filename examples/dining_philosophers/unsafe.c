// expect: unsafe deadlock 31
// schedule: 0:4,2:2,3:2,1:2
//
// The dining philosophers by E. W. Dijkstra (1965) and C. A. R. Hoare: who eats needs the forks
// on both sides.
// Checks: no deadlock, and nobody else uses the forks.
//
// Bug in line 28: each philosopher takes the left fork first; all of them hold one and wait for
// the other (deadlock in line 31). The shortest failing schedule has 3 context
// switches.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#define PHILOSOPHERS 3

static pthread_mutex_t fork[PHILOSOPHERS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                             PTHREAD_MUTEX_INITIALIZER};
static int user[PHILOSOPHERS];

static void *dine(void *argument)
{
    int me = (int)(intptr_t)argument;
    int left = me;
    int right = (me + 1) % PHILOSOPHERS;
    int first = left;
    int second = right;
    pthread_mutex_lock(&fork[first]);
    pthread_mutex_lock(&fork[second]);
    user[left] = me;
    user[right] = me;
    assert(user[left] == me && user[right] == me);
    pthread_mutex_unlock(&fork[second]);
    pthread_mutex_unlock(&fork[first]);
    return NULL;
}

int main(void)
{
    pthread_t threads[PHILOSOPHERS];
    for (int i = 0; i < PHILOSOPHERS; i++)
        pthread_create(&threads[i], NULL, dine, (void *)(intptr_t)i);
    for (int i = 0; i < PHILOSOPHERS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

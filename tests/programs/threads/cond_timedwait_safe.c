// expect: safe
// models: m64 m32
/* Nobody signals: the time runs out, and the mutex is held again. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t never = PTHREAD_COND_INITIALIZER;
int inside;

void *wait_a_little(void *argument)
{
    struct timespec until = {1, 0};
    pthread_mutex_lock(&mutex);
    int outcome = pthread_cond_timedwait(&never, &mutex, &until);
    assert(outcome == ETIMEDOUT || outcome == 0);
    inside++;
    assert(inside == 1);
    inside--;
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, wait_a_little, 0);
    wait_a_little(0);
    pthread_join(thread, 0);
    return 0;
}

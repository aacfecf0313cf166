// expect: safe
/* A wait with a clock of its own, and that of C11: in time or late, the mutex is held again. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <threads.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t done = PTHREAD_COND_INITIALIZER;
mtx_t other;
cnd_t never;
int inside;

void *work(void *argument)
{
    pthread_mutex_lock(&mutex);
    inside++;
    assert(inside == 1);
    inside--;
    pthread_cond_signal(&done);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    struct timespec soon = {0, 0};
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&mutex);
    int outcome = pthread_cond_clockwait(&done, &mutex, CLOCK_MONOTONIC, &soon);
    assert(outcome == 0 || outcome == ETIMEDOUT);
    inside++;
    assert(inside == 1);
    inside--;
    pthread_mutex_unlock(&mutex);
    mtx_init(&other, mtx_timed), cnd_init(&never);
    mtx_lock(&other);
    outcome = cnd_timedwait(&never, &other, &soon);
    assert(outcome == thrd_timedout || outcome == thrd_success);
    mtx_unlock(&other);
    cnd_destroy(&never), mtx_destroy(&other);
    pthread_join(thread, 0);
    return 0;
}

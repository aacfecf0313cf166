// expect: unsafe reach 23, reach 25, reach 27
/* A wait may be over without a signal: the time is, or nothing at all. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <threads.h>
#include <time.h>

_Bool __VERIFIER_nondet_bool(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t never = PTHREAD_COND_INITIALIZER;

int main(void)
{
    struct timespec soon = {0, 0};
    mtx_t other;
    cnd_t silent;
    mtx_init(&other, mtx_timed), cnd_init(&silent);
    pthread_mutex_lock(&mutex), mtx_lock(&other);
    if (__VERIFIER_nondet_bool())
        assert(pthread_cond_clockwait(&never, &mutex, CLOCK_MONOTONIC, &soon) == 0);
    else if (__VERIFIER_nondet_bool())
        assert(pthread_cond_clockwait(&never, &mutex, CLOCK_MONOTONIC, &soon) == ETIMEDOUT);
    else
        assert(cnd_timedwait(&silent, &other, &soon) == thrd_success);
    return 0;
}

// expect: unsafe reach 32, reach 34, reach 36, reach 38, reach 40, reach 42, reach 44, reach 47
/* However long a thread sleeps, the other one may not have run. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

_Bool __VERIFIER_nondet_bool(void);

int ready;

void *work(void *argument)
{
    __atomic_store_n(&ready, 1, __ATOMIC_SEQ_CST);
    return argument;
}

static int is_ready(void)
{
    return __atomic_load_n(&ready, __ATOMIC_SEQ_CST);
}

int main(void)
{
    struct timespec duration = {5, 0};
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    if (__VERIFIER_nondet_bool())
        assert(sleep(5) == 0 && is_ready());
    else if (__VERIFIER_nondet_bool())
        assert(usleep(5000) == 0 && is_ready());
    else if (__VERIFIER_nondet_bool())
        assert(nanosleep(&duration, 0) == 0 && is_ready());
    else if (__VERIFIER_nondet_bool())
        assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &duration, 0) == 0 && is_ready());
    else if (__VERIFIER_nondet_bool())
        assert(thrd_sleep(&duration, 0) == 0 && is_ready());
    else if (__VERIFIER_nondet_bool())
        assert(sched_yield() == 0 && is_ready());
    else if (__VERIFIER_nondet_bool())
        assert(pthread_yield() == 0 && is_ready());
    else {
        thrd_yield();
        assert(is_ready());
    }
    return 0;
}

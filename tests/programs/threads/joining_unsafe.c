// expect: unsafe reach 24, reach 35, reach 37, reach 39, reach 41, reach 43, reach 45, reach 59
/* A thread may not have ended in time, or before another one looks. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <threads.h>
#include <time.h>

_Bool __VERIFIER_nondet_bool(void);

int done;
thrd_t creator;

void *work(void *argument)
{
    return argument;
}

int leave(void *argument)
{
    (void)argument;
    if (__VERIFIER_nondet_bool())
        assert(thrd_equal(thrd_current(), creator));
    if (__VERIFIER_nondet_bool())
        thrd_exit(1);
    __atomic_store_n(&done, 1, __ATOMIC_SEQ_CST);
    return 0;
}

static void join_in_time(pthread_t thread)
{
    struct timespec soon = {0, 0};
    if (__VERIFIER_nondet_bool())
        assert(pthread_tryjoin_np(thread, 0) == 0);
    else if (__VERIFIER_nondet_bool())
        assert(pthread_timedjoin_np(thread, 0, &soon) == 0);
    else if (__VERIFIER_nondet_bool())
        assert(pthread_clockjoin_np(thread, 0, CLOCK_MONOTONIC, &soon) == 0);
    else if (__VERIFIER_nondet_bool())
        assert(pthread_kill(thread, 0) != 0);
    else if (__VERIFIER_nondet_bool())
        assert(pthread_equal(thread, pthread_self()));
    else if (__VERIFIER_nondet_bool())
        assert(pthread_sigmask(SIG_SETMASK, 0, 0) != 0);
}

int main(void)
{
    pthread_t thread;
    thrd_t other;
    creator = thrd_current();
    if (__VERIFIER_nondet_bool()) {
        pthread_create(&thread, 0, work, 0);
        join_in_time(thread);
    } else {
        thrd_create(&other, leave, 0);
        thrd_detach(other);
        assert(__atomic_load_n(&done, __ATOMIC_SEQ_CST));
    }
    return 0;
}

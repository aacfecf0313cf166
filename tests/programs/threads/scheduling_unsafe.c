// expect: unsafe reach 17, reach 19, reach 21, reach 23, reach 25, reach 27, reach 35, reach 37, reach 39, reach 41, reach 43, reach 45, reach 47
/* Nothing is sure about priorities, policies and processors. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>

_Bool __VERIFIER_nondet_bool(void);

static void of_the_thread(void)
{
    struct sched_param priority = {1};
    clockid_t number;
    int policy;
    if (__VERIFIER_nondet_bool())
        assert(pthread_setschedparam(pthread_self(), SCHED_RR, &priority) == 0);
    if (__VERIFIER_nondet_bool())
        assert(pthread_setschedprio(pthread_self(), 1) == 0);
    if (__VERIFIER_nondet_bool())
        assert(pthread_getschedparam(pthread_self(), &policy, &priority) == 0 && policy == SCHED_OTHER);
    if (__VERIFIER_nondet_bool())
        assert(pthread_getcpuclockid(pthread_self(), &number) == 0 && number == 7);
    if (__VERIFIER_nondet_bool())
        assert(pthread_setconcurrency(3) == 0 && pthread_getconcurrency() == 0);
    if (__VERIFIER_nondet_bool())
        assert(pthread_atfork(0, 0, 0) != 0);
}

static void of_the_process(void)
{
    struct sched_param priority = {1};
    struct timespec interval;
    if (__VERIFIER_nondet_bool())
        assert(sched_setscheduler(0, SCHED_FIFO, &priority) == 0);
    if (__VERIFIER_nondet_bool())
        assert(sched_setparam(0, &priority) == 0);
    if (__VERIFIER_nondet_bool())
        assert(sched_getscheduler(0) == SCHED_OTHER);
    if (__VERIFIER_nondet_bool())
        assert(sched_getparam(0, &priority) == 0 && priority.sched_priority == 7);
    if (__VERIFIER_nondet_bool())
        assert(sched_rr_get_interval(0, &interval) == 0 && interval.tv_sec == 7);
    if (__VERIFIER_nondet_bool())
        assert(sched_getcpu() == 7);
    if (__VERIFIER_nondet_bool())
        assert(sched_get_priority_max(SCHED_FIFO) == sched_get_priority_min(SCHED_FIFO));
}

int main(void)
{
    of_the_thread();
    of_the_process();
    return 0;
}

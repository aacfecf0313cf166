// expect: safe
/* Priorities, policies and processors: whatever the answer, it keeps the contract. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <time.h>

static void of_the_thread(void)
{
    struct sched_param priority = {0};
    clockid_t number;
    int policy;
    int outcome = pthread_setschedparam(pthread_self(), SCHED_RR, &(struct sched_param){1});
    assert(outcome == 0 || outcome == EPERM);
    assert(pthread_getschedparam(pthread_self(), &policy, &priority) == 0);
    assert(policy >= 0 && priority.sched_priority >= 0 && priority.sched_priority <= 99);
    assert(pthread_setschedparam(pthread_self(), SCHED_RR, &(struct sched_param){100}) == EINVAL);
    outcome = pthread_setschedprio(pthread_self(), policy == SCHED_OTHER ? 0 : 1);
    assert(outcome == 0 || outcome == EPERM);
    assert(pthread_getcpuclockid(pthread_self(), &number) == 0);
}

static void of_the_process(void)
{
    struct sched_param priority = {1};
    struct timespec interval;
    int outcome = sched_setscheduler(0, SCHED_FIFO, &priority);
    assert(outcome == 0 || (outcome == -1 && errno == EPERM));
    outcome = sched_getscheduler(0);
    assert(outcome == SCHED_OTHER || outcome == SCHED_FIFO || outcome == SCHED_RR);
    assert(sched_getparam(0, &priority) == 0 && priority.sched_priority <= 99);
    outcome = sched_setparam(0, &priority);
    assert(outcome == 0 || outcome == -1);
    assert(sched_rr_get_interval(0, &interval) == 0 && interval.tv_nsec < 1000000000);
    assert(sched_getcpu() >= 0);
}

int main(void)
{
    of_the_thread();
    of_the_process();
    return 0;
}

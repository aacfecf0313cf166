/* <sched.h> besides sched_yield. Priorities and processors mean nothing where every schedule is
   possible: settings are accepted or refused, questions get any answer. */

#include "control.h"

typedef __SIZE_TYPE__ size_t;

struct timespec {
    long tv_sec;
    long tv_nsec;
};

int *__errno_location(void);

enum { NORMAL_POLICY = 0, FIFO_POLICY = 1, ROUND_ROBIN_POLICY = 2 };

static int fail(int error)
{
    *__errno_location() = error;
    return -1;
}

static int accept_or(int error)
{
    return __ut_nondet_bool() ? 0 : fail(error);
}

int sched_get_priority_max(int policy)
{
    if (policy < 0)
        return fail(INVALID);
    return policy == FIFO_POLICY || policy == ROUND_ROBIN_POLICY ? 99 : 0;
}

int sched_get_priority_min(int policy)
{
    if (policy < 0)
        return fail(INVALID);
    return policy == FIFO_POLICY || policy == ROUND_ROBIN_POLICY ? 1 : 0;
}

int sched_setscheduler(int process, int policy, const int *priority)
{
    (void)process, (void)policy, (void)priority;
    return accept_or(NO_PERMISSION);
}

int sched_getscheduler(int process)
{
    (void)process;
    return (int)(__ut_nondet_uint() % 3);
}

int sched_setparam(int process, const int *priority)
{
    (void)process, (void)priority;
    return accept_or(NO_PERMISSION);
}

int sched_getparam(int process, int *priority)
{
    (void)process;
    *priority = (int)(__ut_nondet_uint() % 100);
    return 0;
}

int sched_rr_get_interval(int process, struct timespec *interval)
{
    (void)process;
    interval->tv_sec = (long)(__ut_nondet_uint() % 10);
    interval->tv_nsec = (long)(__ut_nondet_uint() % 1000000000);
    return 0;
}

int sched_setaffinity(int process, size_t size, const void *processors)
{
    (void)process, (void)size, (void)processors;
    return accept_or(INVALID);
}

int sched_getaffinity(int process, size_t size, void *processors)
{
    (void)process;
    unsigned char *bytes = processors;
    for (size_t i = 0; i < size; i++)
        bytes[i] = __ut_nondet_uchar();
    return 0;
}

int sched_getcpu(void)
{
    return (int)(__ut_nondet_uint() >> 1);
}

int __sched_cpucount(size_t size, const void *processors)
{
    const unsigned char *bytes = processors;
    int count = 0;
    for (size_t i = 0; i < size; i++)
        count += __builtin_popcount(bytes[i]);
    return count;
}

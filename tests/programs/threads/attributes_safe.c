// expect: safe
// models: m64 m32
/* Attributes of threads and condition variables are kept. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static char stack[65536];

int main(void)
{
    pthread_attr_t attributes;
    pthread_condattr_t condition;
    struct sched_param priority = {5};
    clockid_t clock_number;
    size_t size;
    void *place;
    int value;
    assert(pthread_attr_init(&attributes) == 0);
    assert(pthread_attr_getdetachstate(&attributes, &value) == 0 && value == PTHREAD_CREATE_JOINABLE);
    assert(pthread_attr_setdetachstate(&attributes, 5) == EINVAL);
    assert(pthread_attr_setscope(&attributes, PTHREAD_SCOPE_SYSTEM) == 0);
    assert(pthread_attr_getscope(&attributes, &value) == 0 && value == PTHREAD_SCOPE_SYSTEM);
    assert(pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED) == 0);
    assert(pthread_attr_getinheritsched(&attributes, &value) == 0 && value == PTHREAD_EXPLICIT_SCHED);
    assert(pthread_attr_setschedpolicy(&attributes, SCHED_RR) == 0);
    assert(pthread_attr_getschedpolicy(&attributes, &value) == 0 && value == SCHED_RR);
    assert(pthread_attr_setschedparam(&attributes, &priority) == 0);
    priority.sched_priority = 0;
    assert(pthread_attr_getschedparam(&attributes, &priority) == 0 && priority.sched_priority == 5);
    assert(pthread_attr_setguardsize(&attributes, 8192) == 0);
    assert(pthread_attr_getguardsize(&attributes, &size) == 0 && size == 8192);
    assert(pthread_attr_setstacksize(&attributes, 1) == EINVAL);
    assert(pthread_attr_setstacksize(&attributes, 65536) == 0);
    assert(pthread_attr_getstacksize(&attributes, &size) == 0 && size == 65536);
    assert(pthread_attr_setstack(&attributes, stack, sizeof stack) == 0);
    assert(pthread_attr_getstack(&attributes, &place, &size) == 0 && place == stack && size == 65536);
    assert(pthread_attr_destroy(&attributes) == 0);
    assert(pthread_condattr_init(&condition) == 0);
    assert(pthread_condattr_setpshared(&condition, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_condattr_getpshared(&condition, &value) == 0 && value == PTHREAD_PROCESS_SHARED);
    assert(pthread_condattr_setclock(&condition, CLOCK_MONOTONIC) == 0);
    assert(pthread_condattr_setclock(&condition, 77) == EINVAL);
    assert(pthread_condattr_getclock(&condition, &clock_number) == 0 && clock_number == CLOCK_MONOTONIC);
    assert(pthread_condattr_destroy(&condition) == 0);
    return 0;
}

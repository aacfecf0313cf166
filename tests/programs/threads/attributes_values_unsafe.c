// expect: unsafe reach 21, reach 23, reach 25, reach 27, reach 30, reach 33, reach 36, reach 39, reach 41, reach 44, reach 47, reach 49
/* What is asked for is what was set, and not something else. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>

_Bool __VERIFIER_nondet_bool(void);

static char stack[65536];

int main(void)
{
    pthread_attr_t attributes;
    struct sched_param priority = {5};
    size_t size;
    void *place;
    int value;
    pthread_attr_init(&attributes);
    if (__VERIFIER_nondet_bool())
        assert(pthread_attr_getdetachstate(&attributes, &value) == 0 && value == PTHREAD_CREATE_DETACHED);
    if (__VERIFIER_nondet_bool())
        assert(pthread_attr_setdetachstate(&attributes, 5) == 0);
    if (__VERIFIER_nondet_bool())
        assert(pthread_attr_setscope(&attributes, PTHREAD_SCOPE_SYSTEM) != 0);
    if (__VERIFIER_nondet_bool())
        assert(pthread_attr_getscope(&attributes, &value) == 0 && value == PTHREAD_SCOPE_PROCESS);
    pthread_attr_setinheritsched(&attributes, PTHREAD_EXPLICIT_SCHED);
    if (__VERIFIER_nondet_bool())
        assert(pthread_attr_getinheritsched(&attributes, &value) == 0 && value == PTHREAD_INHERIT_SCHED);
    pthread_attr_setschedpolicy(&attributes, SCHED_RR);
    if (__VERIFIER_nondet_bool())
        assert(pthread_attr_getschedpolicy(&attributes, &value) == 0 && value == SCHED_FIFO);
    pthread_attr_setschedparam(&attributes, &priority);
    if (__VERIFIER_nondet_bool())
        assert(pthread_attr_getschedparam(&attributes, &priority) == 0 && priority.sched_priority == 6);
    pthread_attr_setguardsize(&attributes, 8192);
    if (__VERIFIER_nondet_bool())
        assert(pthread_attr_getguardsize(&attributes, &size) == 0 && size == 4096);
    if (__VERIFIER_nondet_bool())
        assert(pthread_attr_setstacksize(&attributes, 1) == 0);
    pthread_attr_setstacksize(&attributes, 65536);
    if (__VERIFIER_nondet_bool())
        assert(pthread_attr_getstacksize(&attributes, &size) == 0 && size == 4096);
    pthread_attr_setstack(&attributes, stack, sizeof stack);
    if (__VERIFIER_nondet_bool())
        assert(pthread_attr_getstack(&attributes, &place, &size) == 0 && place == 0);
    if (__VERIFIER_nondet_bool())
        assert(pthread_attr_destroy(&attributes) != 0);
    return 0;
}

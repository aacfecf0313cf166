// expect: unsafe reach 17, reach 19, reach 21, reach 23, reach 25, reach 30
/* Nobody knows on which processors a thread may run. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>

_Bool __VERIFIER_nondet_bool(void);

int main(void)
{
    pthread_attr_t attributes;
    unsigned char set = 1;
    cpu_set_t *processors = (cpu_set_t *)&set;
    int state;
    if (__VERIFIER_nondet_bool())
        assert(pthread_setaffinity_np(pthread_self(), sizeof set, processors) == 0);
    else if (__VERIFIER_nondet_bool())
        assert(sched_setaffinity(0, sizeof set, processors) == 0);
    else if (__VERIFIER_nondet_bool())
        assert(pthread_getaffinity_np(pthread_self(), sizeof set, processors) == 0 && set == 1);
    else if (__VERIFIER_nondet_bool())
        assert(sched_getaffinity(0, sizeof set, processors) == 0 && set == 1);
    else if (__VERIFIER_nondet_bool())
        assert(pthread_getattr_np(pthread_self(), &attributes) != 0);
    else {
        pthread_attr_init(&attributes);
        pthread_attr_getdetachstate(&attributes, &state);
        pthread_attr_setaffinity_np(&attributes, sizeof set, processors);
        assert(pthread_attr_getaffinity_np(&attributes, sizeof set, processors) == 0 && set == 1);
    }
    return 0;
}

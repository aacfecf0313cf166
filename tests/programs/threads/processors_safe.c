// expect: safe
/* Sets of processors are accepted or refused, and can be any. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>

int main(void)
{
    pthread_attr_t attributes;
    unsigned char set = 1;
    cpu_set_t *processors = (cpu_set_t *)&set;
    int outcome = pthread_setaffinity_np(pthread_self(), sizeof set, processors);
    assert(outcome == 0 || outcome == EINVAL);
    outcome = pthread_getaffinity_np(pthread_self(), sizeof set, processors);
    assert(outcome == 0 || outcome == EINVAL);
    set = 1;
    outcome = sched_setaffinity(0, sizeof set, processors);
    assert(outcome == 0 || (outcome == -1 && errno == EINVAL));
    outcome = sched_getaffinity(0, sizeof set, processors);
    assert(outcome == 0 || (outcome == -1 && errno == EINVAL));
    set = 1;
    assert(pthread_getattr_np(pthread_self(), &attributes) == 0);
    assert(pthread_attr_setaffinity_np(&attributes, sizeof set, processors) == 0);
    outcome = pthread_attr_getaffinity_np(&attributes, sizeof set, processors);
    assert(outcome == 0 || outcome == EINVAL);
    return 0;
}

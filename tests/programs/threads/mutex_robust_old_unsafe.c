// expect: unsafe reach 24, reach 29, reach 31, reach 32
/* A robust mutex is repaired only after its owner ended, and only then. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);

pthread_mutex_t mutex;

void *die(void *argument)
{
    pthread_mutex_lock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_mutexattr_t attributes;
    int value;
    pthread_mutexattr_init(&attributes);
    if (__VERIFIER_nondet_bool())
        assert(pthread_mutexattr_getrobust_np(&attributes, &value) == 0 && value == PTHREAD_MUTEX_ROBUST_NP);
    pthread_mutexattr_setrobust_np(&attributes, PTHREAD_MUTEX_ROBUST_NP);
    pthread_mutex_init(&mutex, &attributes);
    pthread_create(&thread, 0, die, 0);
    if (__VERIFIER_nondet_bool())
        assert(pthread_mutex_consistent(&mutex) == 0);
    if (__VERIFIER_nondet_bool())
        assert(pthread_mutex_consistent_np(&mutex) == 0);
    assert(pthread_mutex_lock(&mutex) == 0);
    return 0;
}

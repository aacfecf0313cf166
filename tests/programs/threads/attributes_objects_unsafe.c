// expect: unsafe reach 17, reach 20, reach 23, reach 26, reach 29, reach 33, reach 35, reach 46, reach 49, reach 51, reach 62, reach 65, reach 67, reach 69, reach 79, reach 81
/* The same for the attributes of mutexes, condition variables, rwlocks and barriers. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>

_Bool __VERIFIER_nondet_bool(void);

static void mutexes(void)
{
    pthread_mutexattr_t attributes;
    int value;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    if (__VERIFIER_nondet_bool())
        assert(pthread_mutexattr_gettype(&attributes, &value) == 0 && value == PTHREAD_MUTEX_NORMAL);
    pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
    if (__VERIFIER_nondet_bool())
        assert(pthread_mutexattr_getrobust(&attributes, &value) == 0 && value == PTHREAD_MUTEX_STALLED);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    if (__VERIFIER_nondet_bool())
        assert(pthread_mutexattr_getpshared(&attributes, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
    pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_PROTECT);
    if (__VERIFIER_nondet_bool())
        assert(pthread_mutexattr_getprotocol(&attributes, &value) == 0 && value == PTHREAD_PRIO_NONE);
    pthread_mutexattr_setprioceiling(&attributes, 7);
    if (__VERIFIER_nondet_bool())
        assert(pthread_mutexattr_getprioceiling(&attributes, &value) == 0 && value == 8);
    pthread_mutex_t mutex;
    pthread_mutex_init(&mutex, &attributes);
    if (__VERIFIER_nondet_bool())
        assert(pthread_mutex_getprioceiling(&mutex, &value) == 0 && value == 8);
    if (__VERIFIER_nondet_bool())
        assert(pthread_mutexattr_destroy(&attributes) != 0);
}

static void conditions(void)
{
    pthread_condattr_t attributes;
    clockid_t number;
    int value;
    pthread_condattr_init(&attributes);
    pthread_condattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    if (__VERIFIER_nondet_bool())
        assert(pthread_condattr_getpshared(&attributes, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    if (__VERIFIER_nondet_bool())
        assert(pthread_condattr_getclock(&attributes, &number) == 0 && number == CLOCK_REALTIME);
    if (__VERIFIER_nondet_bool())
        assert(pthread_condattr_destroy(&attributes) != 0);
}

static void rwlocks(void)
{
    pthread_rwlockattr_t attributes;
    pthread_rwlock_t lock;
    int value;
    pthread_rwlockattr_init(&attributes);
    pthread_rwlockattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    if (__VERIFIER_nondet_bool())
        assert(pthread_rwlockattr_getpshared(&attributes, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
    pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    if (__VERIFIER_nondet_bool())
        assert(pthread_rwlockattr_getkind_np(&attributes, &value) == 0 && value == PTHREAD_RWLOCK_PREFER_READER_NP);
    if (__VERIFIER_nondet_bool())
        assert(pthread_rwlock_init(&lock, &attributes) != 0);
    if (__VERIFIER_nondet_bool())
        assert(pthread_rwlockattr_destroy(&attributes) != 0);
}

static void barriers(void)
{
    pthread_barrierattr_t attributes;
    int value;
    pthread_barrierattr_init(&attributes);
    pthread_barrierattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    if (__VERIFIER_nondet_bool())
        assert(pthread_barrierattr_getpshared(&attributes, &value) == 0 && value == PTHREAD_PROCESS_PRIVATE);
    if (__VERIFIER_nondet_bool())
        assert(pthread_barrierattr_destroy(&attributes) != 0);
}

int main(void)
{
    mutexes();
    conditions();
    rwlocks();
    barriers();
    return 0;
}

// expect: unsafe reach 42, reach 44, reach 46, reach 48, reach 50, reach 52, reach 54, reach 56, reach 58, reach 60, reach 62, reach 64
/* What another thread holds may not be given back in time. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

_Bool __VERIFIER_nondet_bool(void);

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
pthread_spinlock_t spin;
sem_t semaphore;
mtx_t other;

void *hold(void *argument)
{
    pthread_mutex_lock(&mutex);
    mtx_lock(&other);
    pthread_rwlock_wrlock(&lock);
    pthread_spin_lock(&spin);
    sem_wait(&semaphore);
    sem_post(&semaphore);
    pthread_spin_unlock(&spin);
    pthread_rwlock_unlock(&lock);
    mtx_unlock(&other);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    struct timespec soon = {0, 0};
    pthread_t thread;
    pthread_spin_init(&spin, 0);
    sem_init(&semaphore, 0, 1);
    mtx_init(&other, mtx_timed);
    pthread_create(&thread, 0, hold, 0);
    if (__VERIFIER_nondet_bool())
        assert(pthread_mutex_timedlock(&mutex, &soon) == 0);
    else if (__VERIFIER_nondet_bool())
        assert(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &soon) == 0);
    else if (__VERIFIER_nondet_bool())
        assert(mtx_trylock(&other) == thrd_success);
    else if (__VERIFIER_nondet_bool())
        assert(mtx_timedlock(&other, &soon) == thrd_success);
    else if (__VERIFIER_nondet_bool())
        assert(pthread_rwlock_timedrdlock(&lock, &soon) == 0);
    else if (__VERIFIER_nondet_bool())
        assert(pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &soon) == 0);
    else if (__VERIFIER_nondet_bool())
        assert(pthread_rwlock_trywrlock(&lock) == 0);
    else if (__VERIFIER_nondet_bool())
        assert(pthread_rwlock_timedwrlock(&lock, &soon) == 0);
    else if (__VERIFIER_nondet_bool())
        assert(pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &soon) == 0);
    else if (__VERIFIER_nondet_bool())
        assert(pthread_spin_trylock(&spin) == 0);
    else if (__VERIFIER_nondet_bool())
        assert(sem_timedwait(&semaphore, &soon) == 0);
    else
        assert(sem_clockwait(&semaphore, CLOCK_MONOTONIC, &soon) == 0);
    return 0;
}

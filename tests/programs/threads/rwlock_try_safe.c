// expect: safe
// models: m64 m32
/* Trying and timing out, with attributes. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_rwlock_t lock;

void *busy(void *argument)
{
    struct timespec soon = {0, 0};
    assert(pthread_rwlock_tryrdlock(&lock) == EBUSY);
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
    assert(pthread_rwlock_timedrdlock(&lock, &soon) == ETIMEDOUT);
    assert(pthread_rwlock_timedwrlock(&lock, &soon) == ETIMEDOUT);
    return argument;
}

void *shared(void *argument)
{
    assert(pthread_rwlock_trywrlock(&lock) == EBUSY);
    assert(pthread_rwlock_tryrdlock(&lock) == 0);
    assert(pthread_rwlock_rdlock(&lock) == 0);
    assert(pthread_rwlock_unlock(&lock) == 0);
    assert(pthread_rwlock_unlock(&lock) == 0);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_rwlockattr_t attributes;
    struct timespec soon = {0, 0};
    int value;
    assert(pthread_rwlockattr_init(&attributes) == 0);
    assert(pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NP) == 0);
    assert(pthread_rwlockattr_getkind_np(&attributes, &value) == 0);
    assert(value == PTHREAD_RWLOCK_PREFER_WRITER_NP);
    assert(pthread_rwlockattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_rwlockattr_getpshared(&attributes, &value) == 0);
    assert(value == PTHREAD_PROCESS_SHARED);
    assert(pthread_rwlock_init(&lock, &attributes) == 0);
    assert(pthread_rwlockattr_destroy(&attributes) == 0);
    assert(pthread_rwlock_trywrlock(&lock) == 0);
    pthread_create(&thread, 0, busy, 0);
    pthread_join(thread, 0);
    assert(pthread_rwlock_unlock(&lock) == 0);
    assert(pthread_rwlock_timedrdlock(&lock, &soon) == 0);
    pthread_create(&thread, 0, shared, 0);
    pthread_join(thread, 0);
    assert(pthread_rwlock_unlock(&lock) == 0);
    assert(pthread_rwlock_timedwrlock(&lock, &soon) == 0);
    assert(pthread_rwlock_unlock(&lock) == 0);
    return 0;
}

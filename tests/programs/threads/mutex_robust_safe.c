// expect: safe
// models: m64 m32
/* The owner ends without unlocking: the next one is told and repairs. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t mutex;

void *die(void *argument)
{
    assert(pthread_mutex_lock(&mutex) == 0);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_mutexattr_t attributes;
    int value;
    pthread_mutexattr_init(&attributes);
    assert(pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST) == 0);
    assert(pthread_mutexattr_getrobust(&attributes, &value) == 0 && value == PTHREAD_MUTEX_ROBUST);
    assert(pthread_mutex_init(&mutex, &attributes) == 0);
    assert(pthread_mutex_consistent(&mutex) == EINVAL);
    pthread_create(&thread, 0, die, 0);
    pthread_join(thread, 0);
    assert(pthread_mutex_lock(&mutex) == EOWNERDEAD);
    assert(pthread_mutex_consistent(&mutex) == 0);
    assert(pthread_mutex_unlock(&mutex) == 0);
    assert(pthread_mutex_lock(&mutex) == 0);
    assert(pthread_mutex_unlock(&mutex) == 0);
    pthread_create(&thread, 0, die, 0);
    pthread_join(thread, 0);
    assert(pthread_mutex_trylock(&mutex) == EOWNERDEAD);
    assert(pthread_mutex_unlock(&mutex) == 0);
    assert(pthread_mutex_lock(&mutex) == ENOTRECOVERABLE);
    assert(pthread_mutex_destroy(&mutex) == 0);
    return 0;
}

// expect: safe
/* The names that robust mutexes had before POSIX. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

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
    assert(pthread_mutexattr_setrobust_np(&attributes, PTHREAD_MUTEX_ROBUST_NP) == 0);
    assert(pthread_mutexattr_getrobust_np(&attributes, &value) == 0 && value == PTHREAD_MUTEX_ROBUST_NP);
    pthread_mutex_init(&mutex, &attributes);
    pthread_create(&thread, 0, die, 0);
    pthread_join(thread, 0);
    assert(pthread_mutex_lock(&mutex) == EOWNERDEAD);
    assert(pthread_mutex_consistent_np(&mutex) == 0);
    assert(pthread_mutex_unlock(&mutex) == 0);
    assert(pthread_mutex_lock(&mutex) == 0);
    return 0;
}

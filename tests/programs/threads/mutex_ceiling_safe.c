// expect: safe
// native: no (needs the right to set priorities)
/* Priority ceilings are accepted and given back. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void)
{
    pthread_mutex_t mutex, plain = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutexattr_t attributes;
    int value;
    pthread_mutexattr_init(&attributes);
    assert(pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_PROTECT) == 0);
    assert(pthread_mutexattr_setprioceiling(&attributes, 7) == 0);
    assert(pthread_mutexattr_setprioceiling(&attributes, 1000) == EINVAL);
    assert(pthread_mutex_init(&mutex, &attributes) == 0);
    assert(pthread_mutex_getprioceiling(&mutex, &value) == 0 && value == 7);
    assert(pthread_mutex_setprioceiling(&mutex, 9, &value) == 0 && value == 7);
    assert(pthread_mutex_getprioceiling(&mutex, &value) == 0 && value == 9);
    assert(pthread_mutex_getprioceiling(&plain, &value) == EINVAL);
    assert(pthread_mutex_lock(&mutex) == 0);
    assert(pthread_mutex_unlock(&mutex) == 0);
    return 0;
}

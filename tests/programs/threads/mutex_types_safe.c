// expect: safe
// models: m64 m32
/* Recursive and error-checking mutexes, by attribute and by initializer; attributes are kept. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t recursive = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_mutex_t checking;

void *stranger(void *argument)
{
    assert(pthread_mutex_unlock(&recursive) == EPERM);
    assert(pthread_mutex_unlock(&checking) == EPERM);
    assert(pthread_mutex_trylock(&recursive) == EBUSY);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_mutexattr_t attributes;
    int value;
    assert(pthread_mutexattr_init(&attributes) == 0);
    assert(pthread_mutexattr_settype(&attributes, 77) == EINVAL);
    assert(pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK) == 0);
    assert(pthread_mutexattr_gettype(&attributes, &value) == 0);
    assert(value == PTHREAD_MUTEX_ERRORCHECK);
    assert(pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT) == 0);
    assert(pthread_mutexattr_getprotocol(&attributes, &value) == 0);
    assert(value == PTHREAD_PRIO_INHERIT);
    assert(pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_NONE) == 0);
    assert(pthread_mutexattr_setprioceiling(&attributes, 50) == 0);
    assert(pthread_mutexattr_getprioceiling(&attributes, &value) == 0 && value == 50);
    assert(pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_PRIVATE) == 0);
    assert(pthread_mutexattr_getpshared(&attributes, &value) == 0);
    assert(value == PTHREAD_PROCESS_PRIVATE);
    assert(pthread_mutex_init(&checking, &attributes) == 0);
    assert(pthread_mutexattr_destroy(&attributes) == 0);
    assert(pthread_mutex_lock(&checking) == 0);
    assert(pthread_mutex_lock(&checking) == EDEADLK);
    assert(pthread_mutex_lock(&recursive) == 0);
    assert(pthread_mutex_trylock(&recursive) == 0);
    pthread_create(&thread, 0, stranger, 0);
    pthread_join(thread, 0);
    assert(pthread_mutex_unlock(&recursive) == 0);
    assert(pthread_mutex_unlock(&recursive) == 0);
    assert(pthread_mutex_unlock(&recursive) == EPERM);
    assert(pthread_mutex_unlock(&checking) == 0);
    return 0;
}

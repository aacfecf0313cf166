// expect: unsafe lock 15
/* The ceiling of a mutex cannot be set while this thread holds it. */
#include <pthread.h>

int main(void)
{
    pthread_mutex_t mutex;
    pthread_mutexattr_t attributes;
    int value;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_PROTECT);
    pthread_mutexattr_setprioceiling(&attributes, 7);
    pthread_mutex_init(&mutex, &attributes);
    pthread_mutex_lock(&mutex);
    pthread_mutex_setprioceiling(&mutex, 9, &value);
    return 0;
}

// expect: unsafe lock 10
/* A normal mutex is locked again by its owner. */
#include <pthread.h>

int main(void)
{
    pthread_mutex_t mutex;
    pthread_mutex_init(&mutex, 0);
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex);
    return 0;
}

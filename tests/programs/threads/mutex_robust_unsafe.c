// expect: unsafe deadlock 18
/* A mutex that is not robust stays locked when its owner ends. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *die(void *argument)
{
    pthread_mutex_lock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, die, 0);
    pthread_join(thread, 0);
    pthread_mutex_lock(&mutex);
    return 0;
}

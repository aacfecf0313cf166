// expect: safe
/* A broadcast wakes every thread that waits. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
int is_open;

void *enter(void *argument)
{
    pthread_mutex_lock(&mutex);
    while (!is_open)
        pthread_cond_wait(&opened, &mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, enter, 0);
    pthread_create(&second, 0, enter, 0);
    pthread_mutex_lock(&mutex);
    is_open = 1;
    pthread_cond_broadcast(&opened);
    pthread_mutex_unlock(&mutex);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}

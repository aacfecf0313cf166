// expect: unsafe lock 13
/* The condition variable is destroyed before the other thread waits at it. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
int is_gone;

void *enter(void *argument)
{
    pthread_mutex_lock(&mutex);
    if (is_gone)
        pthread_cond_wait(&opened, &mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, enter, 0);
    pthread_mutex_lock(&mutex);
    pthread_cond_destroy(&opened);
    is_gone = 1;
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
    return 0;
}

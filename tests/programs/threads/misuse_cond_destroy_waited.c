// expect: unsafe lock 22
/* The condition variable goes while a thread may wait at it. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition;

void *work(void *argument)
{
    pthread_mutex_lock(&mutex);
    pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_cond_init(&condition, 0);
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&mutex);
    pthread_cond_destroy(&condition);
    return 0;
}

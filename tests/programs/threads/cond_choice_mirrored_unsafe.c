// expect: unsafe deadlock 13
/* Only the other one wakes the other, and a signal is free to choose. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t turn = PTHREAD_COND_INITIALIZER;
int go;

void *work(void *argument)
{
    pthread_mutex_lock(&mutex);
    while (!go)
        pthread_cond_wait(&turn, &mutex);
    if (argument != 0)
        pthread_cond_signal(&turn);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, &go);
    pthread_mutex_lock(&mutex);
    go = 1;
    pthread_cond_signal(&turn);
    pthread_mutex_unlock(&mutex);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}

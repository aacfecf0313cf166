// expect: unsafe deadlock 14
/* One signal for two waiting threads: the other one may sleep for ever. */
#include <assert.h>
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
    pthread_cond_signal(&opened);
    pthread_mutex_unlock(&mutex);
    void *result[2];
    pthread_t threads[2] = {first, second};
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], &result[i]);
    return 0;
}

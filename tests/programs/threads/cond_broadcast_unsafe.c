// expect: unsafe deadlock 13
/* The broadcast comes without the mutex, between the test and the wait. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
int is_open;

void *enter(void *argument)
{
    pthread_mutex_lock(&mutex);
    while (!__atomic_load_n(&is_open, __ATOMIC_SEQ_CST))
        pthread_cond_wait(&opened, &mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}

void *open_up(void *argument)
{
    __atomic_store_n(&is_open, 1, __ATOMIC_SEQ_CST);
    pthread_cond_broadcast(&opened);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, enter, 0);
    pthread_create(&second, 0, open_up, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}

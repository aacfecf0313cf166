// expect: unsafe lock 19
/* The mutex is destroyed while another thread may hold it. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *work(void *argument)
{
    if (pthread_mutex_trylock(&mutex) == 0)
        return &mutex;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    pthread_mutex_destroy(&mutex);
    return 0;
}

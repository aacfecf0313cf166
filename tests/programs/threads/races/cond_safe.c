// expect: safe
// endless: wake-ups without a signal
/* The predicate is read and written with the mutex held. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
int ready, item;

void *work(void *argument)
{
    pthread_mutex_lock(&mutex);
    item = 7, ready = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&mutex);
    while (!ready)
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    item++;
    pthread_join(thread, 0);
    return 0;
}

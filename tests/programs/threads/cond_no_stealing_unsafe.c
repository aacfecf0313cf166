// expect: unsafe deadlock 28
/* Nobody wakes the thread that waits after the only signal. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t turn = PTHREAD_COND_INITIALIZER;
int early_waits;

void *early(void *argument)
{
    pthread_mutex_lock(&mutex);
    early_waits = 1;
    pthread_cond_wait(&turn, &mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, early, 0);
    pthread_mutex_lock(&mutex);
    if (!early_waits) {
        pthread_mutex_unlock(&mutex);
        return 0;
    }
    pthread_cond_signal(&turn);
    pthread_cond_wait(&turn, &mutex);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
    return 0;
}

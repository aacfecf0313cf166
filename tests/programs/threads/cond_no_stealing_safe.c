// expect: safe
/* A signal belongs to a thread that waited before it, never to one that comes later. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t turn = PTHREAD_COND_INITIALIZER;
int early_waits, early_woken, late_waits;

void *early(void *argument)
{
    pthread_mutex_lock(&mutex);
    early_waits = 1;
    pthread_cond_wait(&turn, &mutex);
    early_woken = 1;
    pthread_cond_signal(&turn);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, early, 0);
    pthread_mutex_lock(&mutex);
    if (early_waits && !early_woken) {
        pthread_cond_signal(&turn);
        late_waits = 1;
        pthread_cond_wait(&turn, &mutex);
    } else if (!early_woken) {
        pthread_mutex_unlock(&mutex);
        return 0;
    }
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
    return 0;
}

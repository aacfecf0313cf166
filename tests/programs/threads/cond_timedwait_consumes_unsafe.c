// expect: unsafe deadlock 24
/* Who times out may have consumed the signal, and does not look whether it was for another. */
#include <pthread.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
int items;

void *impatient(void *argument)
{
    struct timespec now = {0, 0};
    pthread_mutex_lock(&mutex);
    if (pthread_cond_timedwait(&filled, &mutex, &now) == 0)
        pthread_cond_signal(&filled);
    pthread_mutex_unlock(&mutex);
    return argument;
}

void *patient(void *argument)
{
    pthread_mutex_lock(&mutex);
    while (items == 0)
        pthread_cond_wait(&filled, &mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, impatient, 0);
    pthread_create(&other, 0, patient, 0);
    pthread_mutex_lock(&mutex);
    items = 1;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&mutex);
    pthread_join(one, 0);
    pthread_join(other, 0);
    return 0;
}

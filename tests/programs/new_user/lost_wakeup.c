// expect: unsafe deadlock 10
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;

static void *consumer(void *unused)
{
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&filled, &lock); /* nobody remembers a signal that came before */
    pthread_mutex_unlock(&lock);
    return unused;
}

static void *producer(void *unused)
{
    pthread_mutex_lock(&lock);
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t waiting, signaling;
    pthread_create(&waiting, NULL, consumer, NULL);
    pthread_create(&signaling, NULL, producer, NULL);
    pthread_join(signaling, NULL);
    pthread_join(waiting, NULL);
    return 0;
}

// expect: unsafe reach 16
// models: m64 m32
/* The consumer does not look again after waking up, which may have had no reason. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
int full, item;

void *consume(void *argument)
{
    pthread_mutex_lock(&mutex);
    if (!full)
        pthread_cond_wait(&ready, &mutex);
    assert(item == 7);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, consume, 0);
    pthread_mutex_lock(&mutex);
    item = 7;
    full = 1;
    pthread_cond_signal(&ready);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
    return 0;
}

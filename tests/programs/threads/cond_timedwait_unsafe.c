// expect: unsafe reach 17
/* The time may run out although the signal comes. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t done = PTHREAD_COND_INITIALIZER;
int is_done;

void *wait_a_little(void *argument)
{
    struct timespec until = {1, 0};
    pthread_mutex_lock(&mutex);
    if (!is_done)
        assert(pthread_cond_timedwait(&done, &mutex, &until) != ETIMEDOUT || !is_done);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, wait_a_little, 0);
    pthread_mutex_lock(&mutex);
    is_done = 1;
    pthread_cond_signal(&done);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, 0);
    return 0;
}

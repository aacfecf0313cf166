// expect: safe
// models: m64 m32
/* A canceled wait takes the mutex again, and the handler releases it. */
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t never = PTHREAD_COND_INITIALIZER;
int released;

void release(void *argument)
{
    released++;
    pthread_testcancel(); /* once is enough */
    pthread_mutex_unlock(argument);
}

void *work(void *argument)
{
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(release, &mutex);
    for (;;)
        pthread_cond_wait(&never, &mutex);
    pthread_cleanup_pop(0);
    return argument;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, work, 0);
    assert(pthread_cancel(thread) == 0);
    assert(pthread_join(thread, &result) == 0);
    assert(result == PTHREAD_CANCELED);
    pthread_mutex_lock(&mutex);
    assert(released == 1);
    return 0;
}

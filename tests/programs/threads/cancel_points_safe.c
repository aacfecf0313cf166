// expect: safe
/* A request waits for the next cancellation point, and for the thread to allow it. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t requested, never;
int before, after;

void *work(void *argument)
{
    int old;
    assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0);
    assert(old == PTHREAD_CANCEL_ENABLE);
    sem_wait(&requested);
    pthread_testcancel();
    before = 1;
    assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old) == 0);
    assert(old == PTHREAD_CANCEL_DISABLE);
    before = 2;
    sem_wait(&never);
    after = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    void *result;
    sem_init(&requested, 0, 0), sem_init(&never, 0, 0);
    pthread_create(&thread, 0, work, 0);
    pthread_cancel(thread);
    sem_post(&requested);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED && before == 2 && after == 0);
    return 0;
}

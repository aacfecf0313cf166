// expect: unsafe reach 26
/* A thread without a cancellation point ahead ends by itself. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

int steps;

void *work(void *argument)
{
    int old;
    pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &old);
    usleep(1);
    steps++;
    return argument;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, work, 0);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED || result == 0);
    assert(result == PTHREAD_CANCELED);
    return 0;
}

// expect: safe
/* A thread that does not want to be canceled is not, until it wants to. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

int reached;

void *work(void *argument)
{
    int before;
    assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before) == 0);
    assert(before == PTHREAD_CANCEL_ENABLE);
    assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &before) == 0);
    assert(before == PTHREAD_CANCEL_DEFERRED);
    pthread_testcancel();
    reached = 1;
    assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, 0) == 0);
    pause();
    return argument;
}

int main(void)
{
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, work, 0);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED || !reached);
    return 0;
}

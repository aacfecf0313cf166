// expect: unsafe reach 15, deadlock 27, reach 30
/* When the cancellation arrives is nobody's choice; without one, pausing has no end. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

_Bool __VERIFIER_nondet_bool(void);

int reached;

void *work(void *argument)
{
    int before;
    if (__VERIFIER_nondet_bool())
        assert(pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &before) == 0 && before != PTHREAD_CANCEL_DEFERRED);
    pthread_testcancel();
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, 0);
    reached = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    if (__VERIFIER_nondet_bool())
        pause();
    pthread_cancel(thread);
    pthread_join(thread, 0);
    assert(reached);
    return 0;
}

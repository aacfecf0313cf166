// expect: safe
// models: m64 m32
/* Results arrive by return and by pthread_exit; trying to join does not wait; detached threads run. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

int ran;

void *leave(void *argument)
{
    assert(!pthread_equal(pthread_self(), *(pthread_t *)argument));
    pthread_exit(argument);
}

void *run(void *argument)
{
    __atomic_store_n(&ran, 1, __ATOMIC_SEQ_CST);
    return argument;
}

int main(void)
{
    pthread_t thread, self = pthread_self();
    struct timespec soon = {0, 0};
    void *result = 0;
    assert(pthread_create(&thread, 0, leave, &self) == 0);
    int outcome = pthread_tryjoin_np(thread, &result);
    assert(outcome == 0 || outcome == EBUSY);
    if (outcome == EBUSY) {
        outcome = pthread_timedjoin_np(thread, &result, &soon);
        assert(outcome == 0 || outcome == ETIMEDOUT);
    }
    if (outcome == ETIMEDOUT)
        assert(pthread_kill(thread, 0) == 0 && pthread_join(thread, &result) == 0);
    assert(result == &self);
    assert(pthread_create(&thread, 0, run, 0) == 0);
    assert(pthread_detach(thread) == 0);
    while (!__atomic_load_n(&ran, __ATOMIC_SEQ_CST))
        ;
    return 0;
}

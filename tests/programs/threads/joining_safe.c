// expect: safe
/* Joining with a time limit; a thread of C11 is detached and leaves by thrd_exit. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <threads.h>
#include <time.h>

int done;

void *work(void *argument)
{
    return argument;
}

int leave(void *argument)
{
    assert(!thrd_equal(thrd_current(), *(thrd_t *)argument));
    __atomic_store_n(&done, 1, __ATOMIC_SEQ_CST);
    thrd_exit(0);
}

int main(void)
{
    struct timespec soon = {0, 0};
    thrd_t self = thrd_current(), other;
    pthread_t thread;
    void *result = 0;
    pthread_create(&thread, 0, work, &done);
    int outcome = pthread_clockjoin_np(thread, &result, CLOCK_MONOTONIC, &soon);
    assert(outcome == 0 || outcome == ETIMEDOUT);
    if (outcome == ETIMEDOUT)
        pthread_join(thread, &result);
    assert(result == &done);
    assert(thrd_create(&other, leave, &self) == thrd_success);
    assert(thrd_detach(other) == thrd_success);
    while (!__atomic_load_n(&done, __ATOMIC_SEQ_CST))
        thrd_yield();
    return 0;
}

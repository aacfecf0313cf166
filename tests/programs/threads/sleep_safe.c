// expect: safe
/* Sleeping and yielding succeed, and order nothing. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>
#pragma GCC diagnostic ignored "-Wdeprecated-declarations" /* pthread_yield */

int ready;

void *work(void *argument)
{
    __atomic_store_n(&ready, 1, __ATOMIC_SEQ_CST);
    return argument;
}

int main(void)
{
    struct timespec duration = {0, 1};
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    assert(sleep(0) == 0);
    assert(usleep(1) == 0);
    assert(nanosleep(&duration, 0) == 0);
    assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &duration, 0) == 0);
    assert(thrd_sleep(&duration, 0) == 0);
    assert(sched_yield() == 0 && pthread_yield() == 0);
    thrd_yield();
    pthread_join(thread, 0);
    assert(__atomic_load_n(&ready, __ATOMIC_SEQ_CST));
    return 0;
}

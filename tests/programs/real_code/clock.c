// cause: CLOCK_MONOTONIC went backwards: a false UNSAFE
// expect: safe
// expect with BUG: unsafe reach
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>
#ifdef BUG
#define CLOCK CLOCK_REALTIME
#else
#define CLOCK CLOCK_MONOTONIC
#endif

static struct timespec start;

static void *measure(void *unused)
{
    struct timespec now;
    clock_gettime(CLOCK, &now);
    assert(now.tv_sec >= start.tv_sec); // violated
    return unused;
}

int main(void)
{
    pthread_t thread;
    clock_gettime(CLOCK, &start);
    pthread_create(&thread, 0, measure, 0);
    pthread_join(thread, 0);
    return 0;
}

// expect: safe
// models: m64 m32
/* Locking waits, trying and timing out do not. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int counter, added;

void *count(void *argument)
{
    struct timespec soon = {0, 0};
    int outcome = argument == 0 ? pthread_mutex_timedlock(&mutex, &soon) : pthread_mutex_trylock(&mutex);
    assert(outcome == 0 || outcome == (argument == 0 ? ETIMEDOUT : EBUSY));
    if (outcome == 0) {
        counter++;
        added++;
        pthread_mutex_unlock(&mutex);
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    struct timespec soon = {0, 0};
    pthread_create(&first, 0, count, 0);
    pthread_create(&second, 0, count, &counter);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(counter == added);
    assert(pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &soon) == 0);
    assert(pthread_mutex_trylock(&mutex) == EBUSY);
    assert(pthread_mutex_unlock(&mutex) == 0);
    assert(pthread_mutex_destroy(&mutex) == 0);
    assert(pthread_mutex_init(&mutex, 0) == 0);
    return 0;
}

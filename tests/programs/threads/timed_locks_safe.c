// expect: safe
/* Whoever gets the lock in time gives it back; whoever is late is told so. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
sem_t semaphore;
int counter, seen;

void *work(void *argument)
{
    struct timespec soon = {0, 0};
    int outcome = pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &soon);
    assert(outcome == 0 || outcome == ETIMEDOUT);
    if (outcome == 0) {
        counter++;
        pthread_mutex_unlock(&mutex);
    }
    outcome = pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &soon);
    assert(outcome == 0 || outcome == ETIMEDOUT);
    if (outcome == 0) {
        seen = 1;
        pthread_rwlock_unlock(&lock);
    }
    return argument;
}

int main(void)
{
    struct timespec soon = {0, 0};
    pthread_t thread;
    sem_init(&semaphore, 0, 1);
    assert(sem_clockwait(&semaphore, CLOCK_MONOTONIC, &soon) == 0);
    assert(sem_clockwait(&semaphore, CLOCK_MONOTONIC, &soon) == -1 && errno == ETIMEDOUT);
    pthread_create(&thread, 0, work, 0);
    if (pthread_mutex_timedlock(&mutex, &soon) == 0) {
        counter++;
        pthread_mutex_unlock(&mutex);
    }
    int outcome = pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &soon);
    assert(outcome == 0 || outcome == ETIMEDOUT);
    if (outcome == 0) {
        assert(seen == 0 || seen == 1);
        pthread_rwlock_unlock(&lock);
    }
    pthread_join(thread, 0);
    assert(counter >= 0 && counter <= 2);
    return 0;
}

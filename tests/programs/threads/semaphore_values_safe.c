// expect: safe
// models: m64 m32
/* Values, errors, and errno. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <time.h>

int main(void)
{
    sem_t semaphore;
    struct timespec soon = {0, 0};
    int value;
    assert(sem_init(&semaphore, 0, (unsigned)SEM_VALUE_MAX + 1) == -1 && errno == EINVAL);
    assert(sem_init(&semaphore, 0, 2) == 0);
    assert(sem_getvalue(&semaphore, &value) == 0 && value == 2);
    assert(sem_trywait(&semaphore) == 0);
    assert(sem_timedwait(&semaphore, &soon) == 0);
    assert(sem_trywait(&semaphore) == -1 && errno == EAGAIN);
    assert(sem_timedwait(&semaphore, &soon) == -1 && errno == ETIMEDOUT);
    assert(sem_clockwait(&semaphore, CLOCK_MONOTONIC, &soon) == -1 && errno == ETIMEDOUT);
    assert(sem_getvalue(&semaphore, &value) == 0 && value == 0);
    assert(sem_destroy(&semaphore) == 0);
    assert(sem_init(&semaphore, 1, SEM_VALUE_MAX) == 0);
    assert(sem_post(&semaphore) == -1 && errno == EOVERFLOW);
    assert(sem_wait(&semaphore) == 0);
    assert(sem_post(&semaphore) == 0);
    return 0;
}

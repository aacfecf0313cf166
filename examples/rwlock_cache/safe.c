// expect: safe
//
// Cache under a readers-writer lock: a thread looks the value up as a reader and, if it is
// missing, computes it as a writer.
// Checks: the value is computed once, and everybody gets it.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define THREADS 2
#define MISSING 0

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int cached = MISSING;
static int computations;

static int compute(void)
{
    computations++;
    assert(computations == 1);
    return 6 * 7;
}

static int look_up(void)
{
    pthread_rwlock_rdlock(&lock);
    int value = cached;
    pthread_rwlock_unlock(&lock);
    return value;
}

static int fill(void)
{
    pthread_rwlock_wrlock(&lock);
    if (cached == MISSING)
        cached = compute();
    int value = cached;
    pthread_rwlock_unlock(&lock);
    return value;
}

static void *work(void *unused)
{
    (void)unused;
    int value = look_up();
    if (value == MISSING)
        value = fill();
    assert(value == 42);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    pthread_rwlock_destroy(&lock);
    return 0;
}

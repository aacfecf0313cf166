/* Two writers and a reader under skynet's read-write lock of atomics. */
#include <assert.h>
#include <pthread.h>

#include "rwlock.h"

static struct rwlock lock;
static int first, second;

static void *writer(void *unused)
{
    rwlock_wlock(&lock);
    first++;
    second++;
    rwlock_wunlock(&lock);
    return unused;
}

static void *reader(void *unused)
{
    rwlock_rlock(&lock);
    assert(first == second);
    rwlock_runlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    rwlock_init(&lock);
    pthread_create(&threads[0], 0, writer, 0);
    pthread_create(&threads[1], 0, writer, 0);
    pthread_create(&threads[2], 0, reader, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    assert(first == 2);
    return 0;
}

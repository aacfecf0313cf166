/* One writer and one reader of four numbers under a sequence lock. */
#include <assert.h>
#include <pthread.h>

#include "seqlock.h"

static seqlock_t lock;
static int numbers[4];

static void *writer(void *unused)
{
    int values[4] = {1, 1, 1, 1};
    seqlock_write(&lock, values, numbers, sizeof numbers);
    return unused;
}

int main(void)
{
    pthread_t thread;
    int values[4];
    seqlock_init(&lock);
    pthread_create(&thread, 0, writer, 0);
    seqlock_read(&lock, values, numbers, sizeof numbers);
    assert(values[0] == values[3]);
    pthread_join(thread, 0);
    return 0;
}

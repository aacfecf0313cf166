/* Two producers write three bytes each into a ring of eight; main takes out what is ready. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/cdefs.h>
#include <sys/types.h>

#include "ringbuf.h"

static ringbuf_t *ring;
static char space[8];

static void *producer(void *name)
{
    unsigned i = *(const char *)name - 'a';
    ringbuf_worker_t *worker = ringbuf_register(ring, i);
    ssize_t offset = ringbuf_acquire(ring, worker, 3);
    if (offset >= 0) {
        memset(&space[offset], *(const char *)name, 3);
        ringbuf_produce(ring, worker);
    }
    ringbuf_unregister(ring, worker);
    return 0;
}

static size_t take(void)
{
    size_t offset, length = ringbuf_consume(ring, &offset);
    for (size_t i = 0; i < length; i++)
        assert(space[offset + i] == 'a' || space[offset + i] == 'b');
    if (length)
        ringbuf_release(ring, length);
    return length;
}

int main(void)
{
    pthread_t threads[2];
    size_t size;
    ringbuf_get_sizes(2, &size, 0);
    ring = malloc(size);
    ringbuf_setup(ring, 2, sizeof space);
    pthread_create(&threads[0], 0, producer, "a");
    pthread_create(&threads[1], 0, producer, "b");
    size_t taken = take();
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    taken += take();
    assert(taken == 6);
    free(ring);
    return 0;
}

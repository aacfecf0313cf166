/* Two threads enqueue one item each and dequeue one; nothing is left. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include "queue.h"

static queue_t *queue;
static int items[2];
static void *taken[2];

static void *worker(void *item)
{
    handle_t *handle = aligned_alloc(128, sizeof *handle + (128 - sizeof *handle % 128) % 128);
    int i = (int *)item - items;
    queue_register(queue, handle, i);
    enqueue(queue, handle, item);
    taken[i] = dequeue(queue, handle);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    queue = aligned_alloc(128, sizeof *queue + (128 - sizeof *queue % 128) % 128);
    queue_init(queue, 2);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, &items[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(taken[0] != EMPTY && taken[1] != EMPTY && taken[0] != taken[1]);
    return 0;
}

// A queue in a ring buffer, with one lock. CHECK_THEN_ACT: push looks whether there is room, and adds the value in
// a second critical section. NO_LOCK: pop takes no lock at all.
#include "ring_queue.h"

#include <pthread.h>
#include <stdlib.h>

#ifndef CAPACITY
#define CAPACITY 2
#endif

struct ring_queue {
    pthread_mutex_t lock;
    int items[CAPACITY];
    unsigned head, count;
};

ring_queue *ring_queue_new(void)
{
    ring_queue *queue = calloc(1, sizeof *queue);
    pthread_mutex_init(&queue->lock, NULL);
    return queue;
}

void ring_queue_free(ring_queue *queue)
{
    pthread_mutex_destroy(&queue->lock);
    free(queue);
}

bool ring_queue_push(ring_queue *queue, int value)
{
    pthread_mutex_lock(&queue->lock);
    bool fits = queue->count < CAPACITY;
#ifdef CHECK_THEN_ACT
    pthread_mutex_unlock(&queue->lock);
    pthread_mutex_lock(&queue->lock);
#endif
    if (fits) {
        queue->items[(queue->head + queue->count) % CAPACITY] = value;
        queue->count++;
    }
    pthread_mutex_unlock(&queue->lock);
    return fits;
}

static void take(ring_queue *queue, int *value)
{
    *value = queue->items[queue->head];
    queue->head = (queue->head + 1) % CAPACITY;
    queue->count--;
}

bool ring_queue_pop(ring_queue *queue, int *value)
{
#ifdef NO_LOCK
    if (queue->count == 0)
        return false;
    take(queue, value);
    return true;
#else
    pthread_mutex_lock(&queue->lock);
    bool any = queue->count > 0;
    if (any)
        take(queue, value);
    pthread_mutex_unlock(&queue->lock);
    return any;
#endif
}

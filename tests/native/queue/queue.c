// A queue with a bug: whether there is room is asked before the lock is taken.

#include "queue.h"

static int failures;

void queue_init(struct queue *queue)
{
    pthread_mutex_init(&queue->lock, 0);
    queue->first = queue->count = 0;
}

int queue_put(struct queue *queue, int item)
{
    if (queue->count == ROOM) {
        failures++;
        return 0;
    }
    pthread_mutex_lock(&queue->lock);
    queue->items[(queue->first + queue->count) % ROOM] = item;
    queue->count++;
    pthread_mutex_unlock(&queue->lock);
    return 1;
}

int queue_take(struct queue *queue, int *item)
{
    int is_there = 0;
    pthread_mutex_lock(&queue->lock);
    if (queue->count > 0) {
        *item = queue->items[queue->first];
        queue->first = (queue->first + 1) % ROOM;
        queue->count--;
        is_there = 1;
    }
    pthread_mutex_unlock(&queue->lock);
    return is_there;
}

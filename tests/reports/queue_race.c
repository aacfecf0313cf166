/* One access of the queue's length forgets the lock. */
#include <pthread.h>
#include <stdlib.h>

struct queue {
    pthread_mutex_t lock;
    int items[4];
    int length;
};

static void put(struct queue *queue, int item)
{
    pthread_mutex_lock(&queue->lock);
    if (queue->length < 4)
        queue->items[queue->length++] = item;
    pthread_mutex_unlock(&queue->lock);
}

static void *produce(void *queue)
{
    put(queue, 5);
    return NULL;
}

static int is_empty(const struct queue *queue)
{
    return queue->length == 0;
}

int main(void)
{
    struct queue *queue = calloc(1, sizeof *queue);
    pthread_t producer;
    pthread_mutex_init(&queue->lock, NULL);
    pthread_create(&producer, NULL, produce, queue);
    int was_empty = is_empty(queue);
    pthread_join(producer, NULL);
    free(queue);
    return was_empty;
}

// A queue in an array with a lock at each end: one thread adds while another takes. EARLY: pop looks for the first
// item before it has the lock, and trusts what it saw.
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { CAPACITY = 4 };

struct queue {
    pthread_mutex_t head_lock, tail_lock;
    int items[CAPACITY];
    atomic_uint head, tail;
};

void queue_init(struct queue *queue)
{
    pthread_mutex_init(&queue->head_lock, NULL);
    pthread_mutex_init(&queue->tail_lock, NULL);
    queue->head = 0;
    queue->tail = 0;
}

bool queue_push(struct queue *queue, int value)
{
    pthread_mutex_lock(&queue->tail_lock);
    unsigned at = queue->tail;
    bool fits = at < CAPACITY;
    if (fits) {
        queue->items[at] = value;
        queue->tail = at + 1;
    }
    pthread_mutex_unlock(&queue->tail_lock);
    return fits;
}

bool queue_pop(struct queue *queue, int *value)
{
#ifdef EARLY
    bool any = queue->head < queue->tail;
    pthread_mutex_lock(&queue->head_lock);
#else
    pthread_mutex_lock(&queue->head_lock);
    bool any = queue->head < queue->tail;
#endif
    if (any)
        *value = queue->items[queue->head++];
    pthread_mutex_unlock(&queue->head_lock);
    return any;
}

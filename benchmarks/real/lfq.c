/* A producer and a consumer; main takes out what the consumer left. */
#include <assert.h>
#include <pthread.h>

#include "lfq.h"

static struct lfq_ctx queue;
static int items[2];
static int *taken;

static void *producer(void *unused)
{
    lfq_enqueue(&queue, &items[0]);
    lfq_enqueue(&queue, &items[1]);
    return unused;
}

static void *consumer(void *unused)
{
    taken = lfq_dequeue(&queue);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    lfq_init(&queue, 2);
    pthread_create(&threads[0], 0, producer, 0);
    pthread_create(&threads[1], 0, consumer, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    if (taken) {
        assert(taken == &items[0]);
    } else {
        assert(lfq_dequeue(&queue) == &items[0]);
    }
    assert(lfq_dequeue(&queue) == &items[1]);
    assert(!lfq_dequeue(&queue));
    lfq_clean(&queue);
    return 0;
}

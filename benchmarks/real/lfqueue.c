/* Two threads enqueue, main dequeues after they have ended. */
#include <assert.h>
#include <pthread.h>

#include "lfqueue.h"

static lfqueue_t queue;
static int values[2] = {1, 2};

static void *producer(void *value)
{
    assert(lfqueue_enq(&queue, value) == 0);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    assert(lfqueue_init(&queue) == 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, producer, &values[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    int *first = lfqueue_single_deq(&queue);
    int *second = lfqueue_single_deq(&queue);
    assert(first && second && *first + *second == 3);
    return 0;
}

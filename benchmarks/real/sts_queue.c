/* Two threads push one element each, main pops both; StsQueue promises to be safe for threads. */
#include <assert.h>
#include <pthread.h>

#include "sts_queue/sts_queue.h"

static StsHeader *queue;
static int values[2] = {1, 2};

static void *producer(void *value)
{
    StsQueue.push(queue, value);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    queue = StsQueue.create();
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, producer, &values[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    int *first = StsQueue.pop(queue);
    int *second = StsQueue.pop(queue);
    assert(first && second && *first + *second == 3);
    StsQueue.destroy(queue);
    return 0;
}

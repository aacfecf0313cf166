/* One thread adds, another one takes, twice each. */
#include <assert.h>
#include <pthread.h>

#include "pkt_queue.h"

static struct queue_root *queue;
static int values[2] = {1, 2};

static void *producer(void *unused)
{
    for (int i = 0; i < 2; i++)
        queue_add(queue, &values[i]);
    return unused;
}

static void *consumer(void *unused)
{
    int last = 0;
    for (int i = 0; i < 2; i++) {
        int *value = queue_get(queue);
        if (value) {
            assert(*value > last);
            last = *value;
        }
    }
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    init_queue(&queue);
    pthread_create(&threads[0], 0, producer, 0);
    pthread_create(&threads[1], 0, consumer, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}

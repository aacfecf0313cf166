// Two threads put one item each into a queue that has room for one more.

#include <assert.h>
#include <stdlib.h>

#include "queue.h"

static int failures; // not the one of queue.c

static void *produce(void *argument)
{
    if (!queue_put(argument, 2))
        failures = 1;
    return NULL;
}

int main(void)
{
    struct queue *queue = malloc(sizeof *queue);
    pthread_t threads[2];
    int item = 0;
    queue_init(queue);
    queue_put(queue, FIRST);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, produce, queue);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(queue_take(queue, &item) && item == FIRST);
    free(queue);
    return 0;
}

/* Two threads push into qlibc's queue, made safe for threads by its option; main pops. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#include "qlibc.h"

static qqueue_t *queue;

static void *producer(void *value)
{
    assert(qqueue_push(queue, value, sizeof(int)));
    return 0;
}

int main(void)
{
    static int values[2] = {1, 2};
    pthread_t threads[2];
    queue = qqueue(QQUEUE_THREADSAFE);
    assert(queue);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, producer, &values[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    int *first = qqueue_pop(queue, 0);
    int *second = qqueue_pop(queue, 0);
    assert(first && second && *first + *second == 3);
    free(first);
    free(second);
    qqueue_free(queue);
    return 0;
}

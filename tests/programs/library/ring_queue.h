/* A bounded queue of numbers for several threads. */
#ifndef RING_QUEUE_H
#define RING_QUEUE_H

#include <stdbool.h>

typedef struct ring_queue ring_queue;

ring_queue *ring_queue_new(void);
void ring_queue_free(ring_queue *queue);
bool ring_queue_push(ring_queue *queue, int value);  /* false: it is full */
bool ring_queue_pop(ring_queue *queue, int *value);  /* false: it is empty */

#endif

#ifndef QUEUE_H
#define QUEUE_H

#include <pthread.h>

#define ROOM 2

struct queue {
    pthread_mutex_t lock;
    int items[ROOM];
    int first, count;
};

void queue_init(struct queue *queue);
int queue_put(struct queue *queue, int item);
int queue_take(struct queue *queue, int *item);

#endif

/* Two threads push into one of skynet's message queues, main pops. */
#include <assert.h>
#include <pthread.h>

#include "skynet_mq.h"

static struct message_queue *queue;

static void *producer(void *unused)
{
    struct skynet_message message = {1, 1, 0, 0};
    skynet_mq_push(queue, &message);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    struct skynet_message message;
    skynet_mq_init();
    queue = skynet_mq_create(1);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, producer, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(skynet_mq_length(queue) == 2);
    assert(skynet_mq_pop(queue, &message) == 0 && message.source == 1);
    return 0;
}

/* Two threads enqueue into liburcu's wait-free queue, main dequeues. */
#include <assert.h>
#include <pthread.h>

#include <urcu/wfcqueue.h>

static struct cds_wfcq_head head;
static struct cds_wfcq_tail tail;
static struct cds_wfcq_node nodes[2];

static void *producer(void *node)
{
    cds_wfcq_node_init(node);
    cds_wfcq_enqueue(&head, &tail, node);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    cds_wfcq_init(&head, &tail);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, producer, &nodes[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(cds_wfcq_dequeue_blocking(&head, &tail));
    assert(cds_wfcq_dequeue_blocking(&head, &tail));
    assert(cds_wfcq_empty(&head, &tail));
    return 0;
}

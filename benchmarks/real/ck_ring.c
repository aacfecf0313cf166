/* A thread puts two items into a ring of four, main takes out what is there. */
#include <assert.h>
#include <pthread.h>

#include <ck_ring.h>

static ck_ring_t ring;
static ck_ring_buffer_t buffer[4];
static int items[2];

static void *producer(void *unused)
{
    for (int i = 0; i < 2; i++)
        assert(ck_ring_enqueue_spsc(&ring, buffer, &items[i]));
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *item;
    int taken = 0;
    ck_ring_init(&ring, 4);
    pthread_create(&thread, 0, producer, 0);
    for (int i = 0; i < 2; i++)
        if (ck_ring_dequeue_spsc(&ring, buffer, &item)) {
            assert(item == &items[taken]);
            taken++;
        }
    pthread_join(thread, 0);
    assert(ck_ring_size(&ring) == 2u - taken);
    return 0;
}

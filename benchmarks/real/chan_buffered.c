/* One thread sends two numbers through a channel with room for one, main receives them in order. */
#include <assert.h>
#include <pthread.h>

#include "chan.h"

static chan_t *channel;

static void *sender(void *unused)
{
    assert(chan_send_int32(channel, 1) == 0);
    assert(chan_send_int32(channel, 2) == 0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    int first = 0, second = 0;
    channel = chan_init(1);
    pthread_create(&thread, 0, sender, 0);
    assert(chan_recv_int32(channel, &first) == 0);
    assert(chan_recv_int32(channel, &second) == 0);
    assert(first == 1 && second == 2);
    pthread_join(thread, 0);
    chan_dispose(channel);
    return 0;
}

/* One thread hands a pointer to main through a channel without a buffer, then it is closed. */
#include <assert.h>
#include <pthread.h>

#include "chan.h"

static chan_t *channel;
static int value = 7;

static void *sender(void *unused)
{
    assert(chan_send(channel, &value) == 0);
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *received = 0;
    channel = chan_init(0);
    pthread_create(&thread, 0, sender, 0);
    assert(chan_recv(channel, &received) == 0);
    assert(received == &value);
    pthread_join(thread, 0);
    assert(chan_close(channel) == 0);
    chan_dispose(channel);
    return 0;
}

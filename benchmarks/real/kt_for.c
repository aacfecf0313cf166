/* Two threads share three iterations of a loop: each is done once. */
#include <assert.h>

#include "kthread.h"

static int done[3];

static void iteration(void *data, long i, int thread)
{
    (void)thread;
    ((int *)data)[i]++;
}

int main(void)
{
    kt_for(2, iteration, done, 3);
    for (int i = 0; i < 3; i++)
        assert(done[i] == 1);
    return 0;
}

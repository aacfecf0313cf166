/* A pool of two threads does a loop of two iterations. */
#include <assert.h>

#include "kthread.h"

static int done[2];

static void iteration(void *data, long i, int thread)
{
    (void)thread;
    ((int *)data)[i]++;
}

int main(void)
{
    void *pool = kt_forpool_init(2);
    kt_forpool(pool, iteration, done, 2);
    assert(done[0] == 1 && done[1] == 1);
    kt_forpool_destroy(pool);
    return 0;
}

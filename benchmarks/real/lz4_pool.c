/* One worker, a queue of one, two jobs; main waits for them. */
#include <assert.h>

#include "threadpool.h"

static int done[2];

static void job(void *slot)
{
    ++*(int *)slot;
}

int main(void)
{
    TPool *pool = TPool_create(1, 1);
    assert(pool);
    TPool_submitJob(pool, job, &done[0]);
    TPool_submitJob(pool, job, &done[1]);
    TPool_jobsCompleted(pool);
    assert(done[0] == 1 && done[1] == 1);
    TPool_free(pool);
    return 0;
}

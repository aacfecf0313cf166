/* One worker, a queue of one, two jobs; freeing the pool waits for them. */
#include <assert.h>

#include "pool.h"

static int done[2];

static void job(void *slot)
{
    ++*(int *)slot;
}

int main(void)
{
    POOL_ctx *pool = POOL_create(1, 1);
    assert(pool);
    POOL_add(pool, job, &done[0]);
    POOL_add(pool, job, &done[1]);
    POOL_joinJobs(pool);
    assert(done[0] == 1 && done[1] == 1);
    POOL_free(pool);
    return 0;
}

/* Two workers, two jobs; main waits for both and ends the pool. */
#include <assert.h>
#include <stdlib.h>

#include "pthread_pool.h"

static int done[2];

static void *job(void *slot)
{
    ++*(int *)slot;
    return 0;
}

int main(void)
{
    void *pool = pool_start(job, 2);
    pool_enqueue(pool, &done[0], 0);
    pool_enqueue(pool, &done[1], 0);
    pool_wait(pool);
    assert(done[0] == 1 && done[1] == 1);
    pool_end(pool);
    return 0;
}

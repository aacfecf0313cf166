/* One worker and one job; main waits for it and ends the pool. */
#include <assert.h>

#include "thpool.h"

static int done;

static void job(void *unused)
{
    (void)unused;
    done = 1;
}

int main(void)
{
    threadpool pool = thpool_init(1);
    thpool_add_work(pool, job, 0);
    thpool_wait(pool);
    assert(done == 1);
    thpool_destroy(pool);
    return 0;
}

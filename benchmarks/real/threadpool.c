/* One worker, two tasks, then a graceful end: every task has run. */
#include <assert.h>

#include "threadpool.h"

static int done[2];

static void task(void *slot)
{
    ++*(int *)slot;
}

int main(void)
{
    threadpool_t *pool = threadpool_create(1, 2, 0);
    assert(pool);
    for (int i = 0; i < 2; i++)
        assert(threadpool_add(pool, task, &done[i], 0) == 0);
    assert(threadpool_destroy(pool, threadpool_graceful) == 0);
    assert(done[0] == 1 && done[1] == 1);
    return 0;
}

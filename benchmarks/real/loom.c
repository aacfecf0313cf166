/* One worker, one task; freeing the pool waits for the worker. */
#include <assert.h>

#include "loom.h"

static int ran, cleaned;

static void task(void *counter)
{
    ++*(int *)counter;
}

static void clean(void *counter)
{
    (void)counter;
    ++cleaned;
}

int main(void)
{
    struct loom *pool;
    loom_config config = {.ring_sz2 = 1, .init_threads = 1, .max_threads = 1};
    if (loom_init(&config, &pool) != LOOM_INIT_RES_OK)
        return 1;
    loom_task one = {.task_cb = task, .cleanup_cb = clean, .env = &ran};
    if (!loom_enqueue(pool, &one, 0))
        return 1;
    loom_free(pool);
    assert(ran + cleaned == 1);
    return 0;
}

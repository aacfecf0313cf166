/* One worker of htslib's pool, one job, one result. */
#include <assert.h>

#include "htslib/thread_pool.h"

static int input = 20, output;

static void *job(void *argument)
{
    output = *(int *)argument + 1;
    return &output;
}

int main(void)
{
    hts_tpool *pool = hts_tpool_init(1);
    hts_tpool_process *queue = hts_tpool_process_init(pool, 1, 0);
    assert(pool && queue);
    assert(hts_tpool_dispatch(pool, queue, job, &input) == 0);
    hts_tpool_result *result = hts_tpool_next_result_wait(queue);
    assert(*(int *)hts_tpool_result_data(result) == 21);
    hts_tpool_delete_result(result, 0);
    hts_tpool_process_destroy(queue);
    hts_tpool_destroy(pool);
    return 0;
}

/* c11threads' wrappers: once, a mutex and two threads. */
#include <assert.h>

#include "c11threads.h"

static once_flag once = ONCE_FLAG_INIT;
static mtx_t mutex;
static int count;

static void initialize(void)
{
    mtx_init(&mutex, mtx_plain);
}

static int worker(void *unused)
{
    (void)unused;
    call_once(&once, initialize);
    mtx_lock(&mutex);
    count++;
    mtx_unlock(&mutex);
    return 0;
}

int main(void)
{
    thrd_t threads[2];
    for (int i = 0; i < 2; i++)
        assert(thrd_create(&threads[i], worker, 0) == thrd_success);
    for (int i = 0; i < 2; i++)
        thrd_join(threads[i], 0);
    assert(count == 2);
    return 0;
}

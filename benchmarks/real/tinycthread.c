/* C11 threads over pthreads: two threads count under a mutex, a condition variable tells main. */
#include <assert.h>

#include "tinycthread.h"

static mtx_t mutex;
static cnd_t changed;
static int count;

static int worker(void *unused)
{
    (void)unused;
    mtx_lock(&mutex);
    count++;
    cnd_signal(&changed);
    mtx_unlock(&mutex);
    return 0;
}

int main(void)
{
    thrd_t threads[2];
    mtx_init(&mutex, mtx_plain);
    cnd_init(&changed);
    for (int i = 0; i < 2; i++)
        assert(thrd_create(&threads[i], worker, 0) == thrd_success);
    mtx_lock(&mutex);
    while (count < 2)
        cnd_wait(&changed, &mutex);
    mtx_unlock(&mutex);
    for (int i = 0; i < 2; i++)
        thrd_join(threads[i], 0);
    cnd_destroy(&changed);
    mtx_destroy(&mutex);
    return 0;
}

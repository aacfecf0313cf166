/* Two threads take a buffer from a cache, write to it and give it back. */
#include <assert.h>
#include <pthread.h>

#include "cache.h"

static cache_t *cache;

static void *worker(void *unused)
{
    int *buffer = cache_alloc(cache);
    assert(buffer);
    *buffer = 1;
    cache_free(cache, buffer);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    cache = cache_create("test", 16, 0);
    assert(cache);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(cache->freecurr == cache->total);
    cache_destroy(cache);
    return 0;
}

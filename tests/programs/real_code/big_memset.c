// cause: a memset of 8 KB before the first thread, byte by byte, so that none was ever started
// expect: safe
// expect with BUG: unsafe reach
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct ring { char space[8192]; pthread_mutex_t guard; int used; };
static struct ring *ring;

static void *use(void *unused)
{
#ifdef BUG
    __atomic_store_n(&ring->used, __atomic_load_n(&ring->used, __ATOMIC_SEQ_CST) + 1, __ATOMIC_SEQ_CST);
#else
    pthread_mutex_lock(&ring->guard);
    ring->space[ring->used++] = 'x';
    pthread_mutex_unlock(&ring->guard);
#endif
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    ring = malloc(sizeof *ring);
    memset(ring, 0, sizeof *ring);
    pthread_mutex_init(&ring->guard, 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, use, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(ring->used == 2); // violated
    free(ring);
    return 0;
}

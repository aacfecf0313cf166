// expect: safe
//
// Computation in phases, separated by barriers (H. F. Jordan 1978): in each phase every thread
// writes its own slot, and after the barrier reads its neighbor's.
// Checks: the neighbor's slot holds the value of this phase.
//
// The second barrier of a phase keeps the next phase from overwriting what is still to be read.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#define THREADS 2
#define PHASES 2

static pthread_barrier_t barrier;
static int slot[THREADS];

static void *work(void *argument)
{
    int me = (int)(intptr_t)argument;
    int neighbor = (me + 1) % THREADS;
    for (int phase = 1; phase <= PHASES; phase++) {
        slot[me] = phase;
        pthread_barrier_wait(&barrier);
        int seen = slot[neighbor];
        assert(seen == phase);
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)(intptr_t)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&barrier);
    return 0;
}

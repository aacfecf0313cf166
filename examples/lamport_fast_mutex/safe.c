// expect: safe
//
// Fast mutual exclusion by L. Lamport (1987): without contention, a thread enters after a
// constant number of reads and writes, however many threads exist.
// Threads are numbered from 1, because 0 in `door` means that nobody is there.
// Checks: nobody else is in the critical section.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#define THREADS 2

static _Atomic int contends[THREADS + 1];
static _Atomic int last_name; // x in the paper
static _Atomic int door;      // y in the paper
static int occupant;

static void enter(int me)
{
start:
    contends[me] = 1;
    last_name = me;
    if (door != 0) {
        contends[me] = 0;
        while (door != 0)
            ;
        goto start;
    }
    door = me;
    if (last_name == me)
        return;
    contends[me] = 0;
    for (int other = 1; other <= THREADS; other++)
        while (contends[other])
            ;
    if (door == me)
        return;
    while (door != 0)
        ;
    goto start;
}

static void leave(int me)
{
    door = 0;
    contends[me] = 0;
}

static void *work(void *argument)
{
    int me = (int)(intptr_t)argument;
    enter(me);
    occupant = me;
    assert(occupant == me);
    leave(me);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)(intptr_t)(i + 1));
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

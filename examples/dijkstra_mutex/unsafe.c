// expect: unsafe reach 47
// schedule: 0:2,2:6,1:6,2:9,1:2
//
// Mutual exclusion of any number of threads by E. W. Dijkstra (1965), the first solution for
// more than two. `turn` names a candidate; who finds itself named claims the critical section
// and withdraws if somebody else claims it, too.
// Checks: nobody else is in the critical section.
//
// Bug: in line 33, a thread does not look whether somebody else claims the critical section.
// The shortest failing schedule has 4 context switches.

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define THREADS 2

static _Atomic int interested[THREADS];
static _Atomic int claims[THREADS];
static _Atomic int turn;
static int occupant;

static void enter(int me)
{
    interested[me] = 1;
    claims[me] = 0;
    while (turn != me)
        if (!interested[turn])
            turn = me;
    claims[me] = 1;
    /* here: all over again if somebody else claims the critical section */
}

static void leave(int me)
{
    claims[me] = 0;
    interested[me] = 0;
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
        pthread_create(&threads[i], NULL, work, (void *)(intptr_t)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

// expect: unsafe reach 52
// schedule: 0:2,2:3,1:5,2:6,1:2
//
// Mutual exclusion with one shared bit for each thread, which is the least possible, by
// J. E. Burns and N. A. Lynch (1980, 1993). Smaller numbers have the right of way.
// Checks: nobody else is in the critical section.
//
// Bug: in line 36, a thread does not look again at the smaller numbers after raising its flag.
// The shortest failing schedule has 4 context switches.

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define THREADS 2

static _Atomic int flag[THREADS];
static int occupant;

static bool smaller_number_wants(int me)
{
    for (int other = 0; other < me; other++)
        if (flag[other])
            return true;
    return false;
}

static void enter(int me)
{
    flag[me] = 0;
    while (smaller_number_wants(me))
        ;
    flag[me] = 1;
    /* here: all over again if a smaller number wants to enter */
    for (int other = me + 1; other < THREADS; other++)
        while (flag[other])
            ;
}

static void leave(int me)
{
    flag[me] = 0;
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

// expect: unsafe reach 52
// schedule: 0:4,3:6,1:8,2:3,1:6,3:2
//
// Filter lock by G. L. Peterson (1981): his algorithm for any number of threads. At each of
// THREADS - 1 levels one thread is held back.
// Checks: nobody else is in the critical section.
//
// Bug in line 18: there is one level too few, so that two of the three threads get through.
// The shortest failing schedule has 5 context switches.

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define THREADS 3
#define LEVELS (THREADS - 2)

static _Atomic int level[THREADS];
static _Atomic int held_back[THREADS];
static int occupant;

static bool somebody_else_reached(int wanted, int me)
{
    for (int other = 0; other < THREADS; other++)
        if (other != me && level[other] >= wanted)
            return true;
    return false;
}

static void enter(int me)
{
    for (int i = 1; i <= LEVELS; i++) {
        level[me] = i;
        held_back[i] = me;
        while (somebody_else_reached(i, me) && held_back[i] == me)
            ;
    }
}

static void leave(int me)
{
    level[me] = 0;
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

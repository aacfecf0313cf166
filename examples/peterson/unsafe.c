// expect: unsafe reach 42
// schedule: 0:2,1:2,2:5,1:8,2:2
//
// Mutual exclusion of two threads with single reads and writes, by G. L. Peterson (1981).
// Each thread enters its critical section ROUNDS times.
// Checks: nobody else is in the critical section.
//
// Bug in line 25: the thread gives way before it says that it wants to enter; the other one may
// pass in between. The shortest failing schedule has 4 context switches.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#define ROUNDS 1

static _Atomic int wants[2];
static _Atomic int favored;
static int occupant;

static void enter(int me)
{
    int other = 1 - me;
    favored = other;
    wants[me] = 1;
    while (wants[other] && favored == other)
        ;
}

static void leave(int me)
{
    wants[me] = 0;
}

static void *work(void *argument)
{
    int me = (int)(intptr_t)argument;
    for (int i = 0; i < ROUNDS; i++) {
        enter(me);
        occupant = me;
        assert(occupant == me);
        leave(me);
    }
    return NULL;
}

int main(void)
{
    pthread_t first;
    pthread_t second;
    pthread_create(&first, NULL, work, (void *)(intptr_t)0);
    pthread_create(&second, NULL, work, (void *)(intptr_t)1);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}

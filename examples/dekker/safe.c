// expect: safe
//
// Mutual exclusion of two threads with single reads and writes: the first known solution, found
// by Th. J. Dekker and published by E. W. Dijkstra (1962, 1965).
// Each thread enters its critical section ROUNDS times.
// Checks: nobody else is in the critical section.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

#define ROUNDS 2

static _Atomic int wants[2];
static _Atomic int turn;
static int occupant;

static void enter(int me)
{
    int other = 1 - me;
    wants[me] = 1;
    while (wants[other]) {
        if (turn == other) {
            wants[me] = 0;
            while (turn == other)
                ;
            wants[me] = 1;
        }
    }
}

static void leave(int me)
{
    turn = 1 - me;
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

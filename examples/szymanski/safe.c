// expect: safe
//
// Mutual exclusion with linear wait by B. K. Szymanski (1988): a waiting room with two doors.
// Threads gather in the room, the last one to come in closes the entry door, and then they go
// through the exit door in the order of their numbers.
// Checks: nobody else is in the critical section.

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define THREADS 2

enum { OUTSIDE, INTERESTED, WAITING, IN_DOORWAY, DOOR_CLOSED };

static _Atomic int state[THREADS];
static int occupant;

static bool somebody_is(int wanted)
{
    for (int other = 0; other < THREADS; other++)
        if (state[other] == wanted)
            return true;
    return false;
}

static void enter(int me)
{
    state[me] = INTERESTED;
    for (int other = 0; other < THREADS; other++)
        while (state[other] > WAITING)
            ;
    state[me] = IN_DOORWAY;
    if (somebody_is(INTERESTED)) {
        state[me] = WAITING;
        while (!somebody_is(DOOR_CLOSED))
            ;
    }
    state[me] = DOOR_CLOSED;
    for (int other = 0; other < me; other++)
        while (state[other] > INTERESTED)
            ;
}

static void leave(int me)
{
    for (int other = me + 1; other < THREADS; other++)
        while (state[other] == WAITING || state[other] == IN_DOORWAY)
            ;
    state[me] = OUTSIDE;
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

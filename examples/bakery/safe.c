// expect: safe
//
// The bakery algorithm by L. Lamport (1974): threads draw numbers like customers, equal numbers
// are served in the order of the threads.
// Checks: nobody else is in the critical section.

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define THREADS 2

static _Atomic int chooses[THREADS];
static _Atomic int number[THREADS];
static int occupant;

static int greatest_number(void)
{
    int greatest = 0;
    for (int i = 0; i < THREADS; i++) {
        int other = number[i];
        if (other > greatest)
            greatest = other;
    }
    return greatest;
}

static bool goes_first(int other, int me)
{
    int theirs = number[other];
    int mine = number[me];
    return theirs != 0 && (theirs < mine || (theirs == mine && other < me));
}

static void enter(int me)
{
    chooses[me] = 1;
    number[me] = 1 + greatest_number();
    chooses[me] = 0;
    for (int other = 0; other < THREADS; other++) {
        while (chooses[other])
            ;
        while (goes_first(other, me))
            ;
    }
}

static void leave(int me)
{
    number[me] = 0;
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

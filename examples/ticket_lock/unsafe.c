// expect: unsafe reach 45
// schedule: 0:2,1:11,2:6,1:10,2:3
//
// Ticket lock: draw the next ticket, wait until it is served (D. P. Reed and R. K. Kanodia 1979,
// J. M. Mellor-Crummey and M. L. Scott 1991).
// Checks: nobody else is in the critical section, and all rounds are counted.
//
// Bug in line 27: drawing is a read and a write instead of one atomic step; two threads get the
// same ticket. The shortest failing schedule has 4 context switches.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#define THREADS 2
#define ROUNDS 2

static _Atomic int next_ticket;
static _Atomic int served;
static int occupant;
static int rounds;

static void enter(void)
{
    int ticket = next_ticket;
    next_ticket = ticket + 1;
    while (served != ticket)
        ;
}

static void leave(void)
{
    served = served + 1; // only the owner writes it
}

static void *work(void *argument)
{
    int me = (int)(intptr_t)argument;
    for (int i = 0; i < ROUNDS; i++) {
        enter();
        occupant = me;
        rounds++;
        assert(occupant == me);
        leave();
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)(intptr_t)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(rounds == THREADS * ROUNDS);
    return 0;
}
// also: deadlock 29: of two threads with the same ticket, one may wait for ever

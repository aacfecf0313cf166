// expect: unsafe reach 62
// schedule: 0:2,1:4,2:6,1:10,2:2
//
// Queue lock by J. M. Mellor-Crummey and M. L. Scott (1991): each thread waits at a flag of its
// own, and who leaves the critical section lowers the flag of its successor.
// Checks: nobody else is in the critical section.
//
// Bug in line 34: joining the queue is a read and a write instead of one atomic swap; both
// threads take themselves for the first. The shortest failing schedule has 4 context
// switches.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#define THREADS 2
#define ROUNDS 1

struct waiter {
    _Atomic(struct waiter *) next;
    _Atomic int waits;
};

static struct waiter waiters[THREADS];
static _Atomic(struct waiter *) tail;
static int occupant;

static void enter(struct waiter *me)
{
    me->next = NULL;
    me->waits = 1;
    struct waiter *previous = tail;
    tail = me;
    if (previous == NULL)
        return;
    previous->next = me;
    while (me->waits)
        ;
}

static void leave(struct waiter *me)
{
    if (me->next == NULL) {
        struct waiter *expected = me;
        if (atomic_compare_exchange_strong(&tail, &expected, NULL))
            return;
        while (me->next == NULL)
            ;
    }
    struct waiter *successor = me->next;
    successor->waits = 0;
}

static void *work(void *argument)
{
    int me = (int)(intptr_t)argument;
    for (int i = 0; i < ROUNDS; i++) {
        enter(&waiters[me]);
        occupant = me;
        assert(occupant == me);
        leave(&waiters[me]);
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
    return 0;
}

// expect: safe
//
// Elimination back-off stack by D. Hendler, N. Shavit and L. Yerushalmi (2004): a push and a pop
// that meet exchange their value and leave the stack alone; others work on R. K. Treiber's
// stack. One collision place, tried before the stack; each thread has one request, so that no
// memory is reused.
// Checks: the pushed cell ends up with one of the two threads that pop, or in the stack.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define THREADS 3 // number 0 pushes, the others pop
#define NOBODY (-1)
#define NO_CELL (-1)

enum operation { PUSH, POP };

struct request {
    int thread;
    enum operation operation;
    int cell; // pushed, or got by popping
};

static struct request requests[THREADS] = {{0, PUSH, 0}, {1, POP, NO_CELL}, {2, POP, NO_CELL}};
static _Atomic(struct request *) location[THREADS];
static _Atomic int collision = NOBODY;
static _Atomic int top = NO_CELL;
static _Atomic int next[1];

static bool try_stack(struct request *mine)
{
    int old = top;
    if (mine->operation == PUSH) {
        next[mine->cell] = old;
        return atomic_compare_exchange_strong(&top, &old, mine->cell);
    }
    if (old == NO_CELL)
        return true;
    int below = next[old];
    if (!atomic_compare_exchange_strong(&top, &old, below))
        return false;
    mine->cell = old;
    return true;
}

static bool withdraw(struct request *mine)
{
    struct request *expected = mine;
    return atomic_compare_exchange_strong(&location[mine->thread], &expected, NULL);
}

// Leave my request with a thread that pops, or take the cell of a thread that pushes.
static bool try_collision(struct request *mine, struct request *theirs)
{
    _Atomic(struct request *) *place = &location[theirs->thread];
    struct request *expected = theirs;
    if (mine->operation == PUSH)
        return atomic_compare_exchange_strong(place, &expected, mine);
    if (!atomic_compare_exchange_strong(place, &expected, NULL))
        return false;
    mine->cell = theirs->cell;
    return true;
}

// Somebody else has served my request.
static void finish_collision(struct request *mine)
{
    if (mine->operation == POP) {
        struct request *theirs = location[mine->thread];
        mine->cell = theirs->cell;
        location[mine->thread] = NULL;
    }
}

static struct request *find_partner(struct request *mine)
{
    int other = atomic_exchange(&collision, mine->thread);
    if (other == NOBODY || other == mine->thread)
        return NULL;
    struct request *theirs = location[other];
    if (theirs == NULL || theirs->thread != other || theirs->operation == mine->operation)
        return NULL;
    return theirs;
}

static void *perform(void *argument)
{
    struct request *mine = argument;
    do {
        location[mine->thread] = mine;
        struct request *theirs = find_partner(mine);
        if (!withdraw(mine)) {
            finish_collision(mine);
            return NULL;
        }
        if (theirs != NULL && try_collision(mine, theirs))
            return NULL;
    } while (!try_stack(mine));
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, perform, &requests[i]);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    int found = (top == 0) + (requests[1].cell == 0) + (requests[2].cell == 0);
    assert(found == 1);
    return 0;
}

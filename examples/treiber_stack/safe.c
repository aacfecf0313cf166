// expect: safe
//
// Lock-free stack by R. K. Treiber (1986), as a pool of array elements linked by indices.
// A thread pops once; another one pops twice and pushes what it got first.
// Checks: a popped element has no other owner.
//
// The top counts its changes, so that an element that was popped and pushed again does not look
// as if nothing had happened: the remedy known since the IBM System/370.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define SIZE 3
#define NONE SIZE
#define TOP(changes, index) ((changes) * (SIZE + 1) + (index))
#define CHANGES(top) ((top) / (SIZE + 1))
#define INDEX(top) ((top) % (SIZE + 1))

static _Atomic int top; // element 0, above 1, above 2
static _Atomic int below[SIZE] = {1, 2, NONE};
static int is_owned[SIZE];

static int pop(void)
{
    int old = top;
    int changed;
    do {
        if (INDEX(old) == NONE)
            return NONE;
        changed = TOP(CHANGES(old) + 1, below[INDEX(old)]);
    } while (!atomic_compare_exchange_strong(&top, &old, changed));
    int index = INDEX(old);
    assert(!is_owned[index]);
    is_owned[index] = 1;
    return index;
}

static void push(int index)
{
    is_owned[index] = 0;
    int old = top;
    int changed;
    do {
        below[index] = INDEX(old);
        changed = TOP(CHANGES(old) + 1, index);
    } while (!atomic_compare_exchange_strong(&top, &old, changed));
}

static void *work_once(void *unused)
{
    (void)unused;
    pop();
    return NULL;
}

static void *work_thrice(void *unused)
{
    (void)unused;
    int first = pop();
    pop();
    push(first);
    return NULL;
}

int main(void)
{
    pthread_t first;
    pthread_t second;
    pthread_create(&first, NULL, work_once, NULL);
    pthread_create(&second, NULL, work_thrice, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    while (pop() != NONE)
        ;
    return 0;
}

// expect: unsafe reach 32
// schedule: 0:3,1:8,2:36,1:8,0:14
//
// Lock-free stack by R. K. Treiber (1986), as a pool of array elements linked by indices.
// A thread pops once; another one pops twice and pushes what it got first.
// Checks: a popped element has no other owner.
//
// Bug in line 31, the ABA problem: the top is the same element as before, but its successor is
// gone. The shortest failing schedule has 4 context switches.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define SIZE 3
#define NONE SIZE

static _Atomic int top; // element 0, above 1, above 2
static _Atomic int below[SIZE] = {1, 2, NONE};
static int is_owned[SIZE];

static int pop(void)
{
    int old = top;
    int next;
    do {
        if (old == NONE)
            return NONE;
        next = below[old];
    } while (!atomic_compare_exchange_strong(&top, &old, next));
    assert(!is_owned[old]);
    is_owned[old] = 1;
    return old;
}

static void push(int index)
{
    is_owned[index] = 0;
    int old = top;
    do {
        below[index] = old;
    } while (!atomic_compare_exchange_strong(&top, &old, index));
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

// expect: unsafe reach 60
// schedule: 0:2,1:3,2:3,1:2,2:2,1:2,2:2,1:2,2:2,1:4,2:4,0:4
//
// Fibonacci interleaving, a benchmark of the verification competitions for threads.
// One thread adds j to i, the other adds i to j, N times each. In strict alternation the two
// become neighbors in the Fibonacci sequence; in every other order they stay smaller.
// Checks: neither goes beyond the (2N+2)th Fibonacci number.
//
// Bug in line 60: the limit is claimed never to be reached, but strict alternation reaches it.
// The shortest failing schedule has 11 context switches.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifndef N
#define N 5
#endif

static _Atomic int i = 1;
static _Atomic int j = 1;

static void *raise_i(void *unused)
{
    (void)unused;
    for (int k = 0; k < N; k++)
        i += j;
    return NULL;
}

static void *raise_j(void *unused)
{
    (void)unused;
    for (int k = 0; k < N; k++)
        j += i;
    return NULL;
}

static int fibonacci(int index)
{
    int current = 1;
    int previous = 0;
    for (int k = 1; k < index; k++) {
        int next = current + previous;
        previous = current;
        current = next;
    }
    return current;
}

int main(void)
{
    pthread_t first;
    pthread_t second;
    int limit = fibonacci(2 * N + 2);
    pthread_create(&first, NULL, raise_i, NULL);
    pthread_create(&second, NULL, raise_j, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    assert(i < limit && j < limit);
    return 0;
}

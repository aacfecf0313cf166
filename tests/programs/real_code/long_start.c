// cause: a loop of 5,000 iterations before the first thread, so that none was ever started
// expect: safe
// expect with BUG: unsafe reach
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

enum { SIZE = 5000 };
static int *squares, seen;

static void *look(void *unused)
{
    seen = squares[SIZE - 1];
    return unused;
}

int main(void)
{
    pthread_t thread;
    squares = malloc(SIZE * sizeof *squares);
    for (int i = 0; i < SIZE; i++)
        squares[i] = i * i;
    pthread_create(&thread, 0, look, 0);
#ifndef BUG
    pthread_join(thread, 0);
    assert(seen == (SIZE - 1) * (SIZE - 1));
#else
    pthread_join(thread, 0);
    assert(seen != (SIZE - 1) * (SIZE - 1)); // violated
#endif
    free(squares);
    return 0;
}

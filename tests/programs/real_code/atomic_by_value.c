// cause: _Atomic types by value as parameters and results: exit code 6
// expect: safe
// expect with BUG: unsafe reach
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

typedef _Atomic unsigned sequence;
static sequence number;

static sequence current(void) { return number; }
static int is_even(sequence seen) { sequence copy = seen; return copy % 2 == 0 && copy == seen; }

static void *write_twice(void *unused)
{
    number++;
    number++;
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, write_twice, 0);
    sequence last;
#ifdef BUG
    last = current();
    pthread_join(thread, 0);
#else
    pthread_join(thread, 0);
    last = current();
#endif
    assert(is_even(last)); // violated
    return 0;
}

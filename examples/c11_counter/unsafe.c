// expect: unsafe reach 37
// schedule: 0:4,2:4,1:6,2:3,0:14
//
// Two C11 threads count up together.
// Checks: no increment is lost.
//
// Bug in line 22: the counter is atomic and has no mutex, but an assignment from an expression
// reads and writes it in two steps. The shortest failing schedule has 4 context switches.

#include <assert.h>
#include <stddef.h>
#include <threads.h>

#define ROUNDS 2

static _Atomic int counter;

static int work(void *unused)
{
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        counter = counter + 1;
    }
    return ROUNDS;
}

int main(void)
{
    thrd_t first;
    thrd_t second;
    int rounds_of_first;
    int rounds_of_second;
    thrd_create(&first, work, NULL);
    thrd_create(&second, work, NULL);
    thrd_join(first, &rounds_of_first);
    thrd_join(second, &rounds_of_second);
    assert(counter == rounds_of_first + rounds_of_second);
    return 0;
}

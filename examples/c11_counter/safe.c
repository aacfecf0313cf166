// expect: safe
//
// Two C11 threads count up together.
// Checks: no increment is lost.
//
// A mutex protects the counter.

#include <assert.h>
#include <stddef.h>
#include <threads.h>

#define ROUNDS 2

static mtx_t lock;
static int counter;

static int work(void *unused)
{
    (void)unused;
    for (int i = 0; i < ROUNDS; i++) {
        mtx_lock(&lock);
        counter = counter + 1;
        mtx_unlock(&lock);
    }
    return ROUNDS;
}

int main(void)
{
    thrd_t first;
    thrd_t second;
    int rounds_of_first;
    int rounds_of_second;
    mtx_init(&lock, mtx_plain);
    thrd_create(&first, work, NULL);
    thrd_create(&second, work, NULL);
    thrd_join(first, &rounds_of_first);
    thrd_join(second, &rounds_of_second);
    assert(counter == rounds_of_first + rounds_of_second);
    mtx_destroy(&lock);
    return 0;
}

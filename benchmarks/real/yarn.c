/* A lock with a value hands a number from one thread to another. */
#include <assert.h>
#include <stddef.h>

#include "yarn.h"

static lock *full;
static int number;

static void producer(void *unused)
{
    (void)unused;
    possess(full);
    number = 7;
    twist(full, TO, 1);
}

int main(void)
{
    full = new_lock(0);
    thread *started = launch(producer, NULL);
    possess(full);
    wait_for(full, TO_BE, 1);
    assert(number == 7);
    release(full);
    join(started);
    free_lock(full);
    return 0;
}

// cause: a value cast to an _Atomic type as operand of atomic_store and others: exit code 2
// expect: safe
// expect with BUG: unsafe reach
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_uintptr_t slot;
static int cell = 3;

static void *publish(void *unused)
{
    atomic_store(&slot, (atomic_uintptr_t)&cell);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, publish, 0);
#ifndef BUG
    pthread_join(thread, 0);
#endif
    int *found = (int *)atomic_exchange(&slot, (atomic_uintptr_t)0);
    assert(found && *found == 3); // violated
    return 0;
}

// expect: unsafe reach 34
// schedule: 0:7,2:3,1:8,2:3
//
// Reference counting (G. E. Collins 1960) with threads: each one uses the object and drops its
// reference, and the last one cleans up.
// Checks: the object is alive while it is used; it is cleaned up exactly once.
//
// Bug in line 41: the count is lowered and then read again, in two steps; two threads may both
// read zero. The shortest failing schedule has 3 context switches.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#define THREADS 2

struct object {
    _Atomic int references;
    _Atomic int cleanups;
    int value;
};

static struct object object = {.references = 1, .value = 42};

static void acquire(struct object *shared)
{
    atomic_fetch_add(&shared->references, 1);
}

static void clean_up(struct object *shared)
{
    int before = atomic_fetch_add(&shared->cleanups, 1);
    assert(before == 0);
    shared->value = 0;
}

static void release(struct object *shared)
{
    atomic_fetch_sub(&shared->references, 1);
    if (shared->references == 0)
        clean_up(shared);
}

static void *use(void *argument)
{
    struct object *shared = argument;
    assert(shared->value == 42);
    release(shared);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        acquire(&object);
        pthread_create(&threads[i], NULL, use, &object);
    }
    release(&object);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(object.cleanups == 1);
    return 0;
}

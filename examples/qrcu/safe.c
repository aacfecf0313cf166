// expect: safe
//
// Quick read-copy update by P. E. McKenney with O. Nesterov (2006), a benchmark since SV-COMP'12.
// Readers count themselves in one of two counters and never wait for writers. A writer replaces
// the object, waits until every reader that may still see the old one has left, and retires it.
// The counter in use holds one more than its readers.
// Checks: a reader's object is not retired while the reader looks at it.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WRITERS 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int counter[2] = {1, 0};
static _Atomic int in_use; // which counter new readers take
static _Atomic int object; // the current one of WRITERS + 1 objects
static int is_retired[WRITERS + 1];

static bool increment_unless_zero(_Atomic int *place)
{
    int value = *place;
    while (value != 0)
        if (atomic_compare_exchange_strong(place, &value, value + 1))
            return true;
    return false;
}

static int start_reading(void)
{
    for (;;) {
        int index = in_use;
        if (increment_unless_zero(&counter[index]))
            return index;
    }
}

static void stop_reading(int index)
{
    atomic_fetch_sub(&counter[index], 1);
}

static bool nobody_reads(void)
{
    int sum = counter[1];
    sum += counter[0];
    return sum <= 1;
}

static void wait_for_readers(void)
{
    if (nobody_reads() && nobody_reads())
        return;
    pthread_mutex_lock(&lock);
    int index = in_use;
    atomic_fetch_add(&counter[1 - index], 1);
    in_use = 1 - index;
    atomic_fetch_sub(&counter[index], 1);
    while (counter[index] > 0)
        ;
    pthread_mutex_unlock(&lock);
}

static void *look(void *unused)
{
    (void)unused;
    int index = start_reading();
    int seen = object;
    assert(!is_retired[seen]);
    stop_reading(index);
    return NULL;
}

static void *replace(void *argument)
{
    int mine = (int)(intptr_t)argument;
    int old = atomic_exchange(&object, mine);
    wait_for_readers();
    is_retired[old] = 1;
    return NULL;
}

int main(void)
{
    pthread_t reader;
    pthread_t writers[WRITERS];
    pthread_create(&reader, NULL, look, NULL);
    for (int i = 0; i < WRITERS; i++)
        pthread_create(&writers[i], NULL, replace, (void *)(intptr_t)(i + 1));
    pthread_join(reader, NULL);
    for (int i = 0; i < WRITERS; i++)
        pthread_join(writers[i], NULL);
    return 0;
}

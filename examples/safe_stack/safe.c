// expect: safe
//
// "Safe stack" of D. Vyukov (2010): a lock-free pool of array elements, linked by their indices.
// Each thread takes an element, uses it, and puts it back, ROUNDS times.
// Checks: nobody else uses the element.
//
// The original protects `pop` against a head that was taken and put back in between by marking
// the successor of the head; see unsafe.c. Here the head counts its changes instead.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#define THREADS 3
#define SIZE 3
#define ROUNDS 2
#define NONE SIZE
#define HEAD(changes, index) ((changes) * (SIZE + 1) + (index))
#define CHANGES(head) ((head) / (SIZE + 1))
#define INDEX(head) ((head) % (SIZE + 1))

static int value[SIZE];
static _Atomic int next[SIZE];
static _Atomic int head;
static _Atomic int count;

static int pop(void)
{
    while (count > 1) {
        int first = head;
        if (INDEX(first) == NONE)
            return NONE;
        int second = next[INDEX(first)];
        int changed = HEAD(CHANGES(first) + 1, second);
        if (atomic_compare_exchange_strong(&head, &first, changed)) {
            atomic_fetch_sub(&count, 1);
            return INDEX(first);
        }
    }
    return NONE;
}

static void push(int index)
{
    int first = head;
    int changed;
    do {
        next[index] = INDEX(first);
        changed = HEAD(CHANGES(first) + 1, index);
    } while (!atomic_compare_exchange_strong(&head, &first, changed));
    atomic_fetch_add(&count, 1);
}

static void *work(void *argument)
{
    int me = (int)(intptr_t)argument;
    for (int i = 0; i < ROUNDS; i++) {
        int index = pop();
        if (index == NONE)
            continue;
        value[index] = me;
        assert(value[index] == me);
        push(index);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    for (int i = 0; i < SIZE; i++)
        next[i] = i + 1 < SIZE ? i + 1 : NONE;
    count = SIZE;
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, work, (void *)(intptr_t)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

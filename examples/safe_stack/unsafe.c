// expect: unsafe reach 62
// schedule: 0:7,3:3,1:15,2:15,3:5,1:12,3:14,1:2,2:20,1:6,2:1
//
// "Safe stack" of D. Vyukov (2010): a lock-free pool of array elements, linked by their indices.
// Each thread takes an element, uses it, and puts it back, ROUNDS times.
// Checks: nobody else uses the element.
//
// Bug in line 36, as published: a thread that finds the mark too late still knows an old
// successor, and restores or installs it after the element was put back. Found by its author
// with three threads; a standard challenge since. The schedule above has 10 context switches.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#define THREADS 3
#define SIZE 3
#define ROUNDS 2
#define NONE (-1)

static int value[SIZE];
static _Atomic int next[SIZE];
static _Atomic int head;
static _Atomic int count;

static int pop(void)
{
    while (count > 1) {
        int first = head;
        int second = atomic_exchange(&next[first], NONE);
        if (second == NONE)
            continue;
        int expected = first;
        if (atomic_compare_exchange_strong(&head, &expected, second)) {
            atomic_fetch_sub(&count, 1);
            return first;
        }
        atomic_exchange(&next[first], second);
    }
    return NONE;
}

static void push(int index)
{
    int first = head;
    do {
        next[index] = first;
    } while (!atomic_compare_exchange_strong(&head, &first, index));
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

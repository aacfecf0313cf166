// expect: safe
//
// Bounded queue in a ring, protected by one mutex: the textbook monitor of Hoare and
// Brinch Hansen, here with operations that give up instead of waiting.
// Two producers insert ITEMS values each, then main takes out everything that found room.
// Checks: never more than SIZE values inside; the values of one producer stay in order.

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SIZE 2
#define ITEMS 2
#define PRODUCERS 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ring[SIZE];
static int first;
static int count;

static bool put(int value)
{
    pthread_mutex_lock(&lock);
    bool has_room = count < SIZE;
    if (has_room) {
        ring[(first + count) % SIZE] = value;
        count++;
        assert(count <= SIZE);
    }
    pthread_mutex_unlock(&lock);
    return has_room;
}

static bool take(int *value)
{
    pthread_mutex_lock(&lock);
    bool has_value = count > 0;
    if (has_value) {
        *value = ring[first];
        first = (first + 1) % SIZE;
        count--;
    }
    pthread_mutex_unlock(&lock);
    return has_value;
}

// The value says who produced it and when.
static void *produce(void *argument)
{
    int me = (int)(intptr_t)argument;
    for (int item = 1; item <= ITEMS; item++)
        put(10 * me + item);
    return NULL;
}

int main(void)
{
    pthread_t threads[PRODUCERS];
    int last[PRODUCERS] = {0};
    int value = 0;
    for (int i = 0; i < PRODUCERS; i++)
        pthread_create(&threads[i], NULL, produce, (void *)(intptr_t)i);
    for (int i = 0; i < PRODUCERS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < SIZE; i++) {
        bool has_value = take(&value);
        assert(has_value);
        assert(value % 10 > last[value / 10]);
        last[value / 10] = value % 10;
    }
    return 0;
}

// expect: safe
//
// Producer and consumers with condition variables, the use for which C. A. R. Hoare (1974) made
// monitors. One place, one producer of ITEMS values, as many consumers of one value each.
// Checks: a consumer finds a value, and the producer an empty place.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define ITEMS 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static pthread_cond_t emptied = PTHREAD_COND_INITIALIZER;
static int count;
static int place;
static int sum;

static void *produce(void *unused)
{
    (void)unused;
    for (int item = 1; item <= ITEMS; item++) {
        pthread_mutex_lock(&lock);
        while (count == 1)
            pthread_cond_wait(&emptied, &lock);
        assert(count == 0);
        place = item;
        count++;
        pthread_cond_signal(&filled);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void *consume(void *unused)
{
    (void)unused;
    pthread_mutex_lock(&lock);
    while (count == 0)
        pthread_cond_wait(&filled, &lock);
    assert(count == 1);
    sum += place;
    count--;
    pthread_cond_signal(&emptied);
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void)
{
    pthread_t producer;
    pthread_t consumers[ITEMS];
    pthread_create(&producer, NULL, produce, NULL);
    for (int i = 0; i < ITEMS; i++)
        pthread_create(&consumers[i], NULL, consume, NULL);
    pthread_join(producer, NULL);
    for (int i = 0; i < ITEMS; i++)
        pthread_join(consumers[i], NULL);
    assert(sum == ITEMS * (ITEMS + 1) / 2);
    return 0;
}

// expect: unsafe reach 40
// schedule: 0:4,1:12,2:4
//
// Bounded buffer with two counting semaphores, by E. W. Dijkstra (1965): one counts free places,
// the other one values. With one producer and one consumer no lock is needed.
// Checks: the values come out as they went in.
//
// Bug in line 50: the semaphore counts one place too many; the producer overwrites a value that
// was not taken yet. The shortest failing schedule has 2 context switches.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

#define SIZE 2
#define ITEMS 3

static sem_t places;
static sem_t values;
static int buffer[SIZE];

static void *produce(void *unused)
{
    (void)unused;
    for (int item = 0; item < ITEMS; item++) {
        sem_wait(&places);
        buffer[item % SIZE] = item;
        sem_post(&values);
    }
    return NULL;
}

static void *consume(void *unused)
{
    (void)unused;
    for (int item = 0; item < ITEMS; item++) {
        sem_wait(&values);
        int taken = buffer[item % SIZE];
        assert(taken == item);
        sem_post(&places);
    }
    return NULL;
}

int main(void)
{
    pthread_t producer;
    pthread_t consumer;
    sem_init(&places, 0, SIZE + 1);
    sem_init(&values, 0, 0);
    pthread_create(&producer, NULL, produce, NULL);
    pthread_create(&consumer, NULL, consume, NULL);
    pthread_join(producer, NULL);
    pthread_join(consumer, NULL);
    sem_destroy(&places);
    sem_destroy(&values);
    return 0;
}

// expect: safe
//
// Readers and writers, first solution by P.-J. Courtois, F. Heymans and D. L. Parnas (1971): the
// first reader takes the room for all readers, and the last one gives it back.
// Checks: no misuse of a lock; a reader sees two variables equal that a writer keeps equal.
//
// The room is a semaphore, because who gives it back need not be who took it.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

#define READERS 2

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static sem_t room;
static int readers;
static int left;
static int right;

static void start_reading(void)
{
    pthread_mutex_lock(&counting);
    readers++;
    if (readers == 1)
        sem_wait(&room);
    pthread_mutex_unlock(&counting);
}

static void stop_reading(void)
{
    pthread_mutex_lock(&counting);
    readers--;
    if (readers == 0)
        sem_post(&room);
    pthread_mutex_unlock(&counting);
}

static void *read_pair(void *unused)
{
    (void)unused;
    start_reading();
    assert(left == right);
    stop_reading();
    return NULL;
}

static void *write_pair(void *unused)
{
    (void)unused;
    sem_wait(&room);
    left++;
    right++;
    sem_post(&room);
    return NULL;
}

int main(void)
{
    pthread_t writer;
    pthread_t threads[READERS];
    sem_init(&room, 0, 1);
    pthread_create(&writer, NULL, write_pair, NULL);
    for (int i = 0; i < READERS; i++)
        pthread_create(&threads[i], NULL, read_pair, NULL);
    pthread_join(writer, NULL);
    for (int i = 0; i < READERS; i++)
        pthread_join(threads[i], NULL);
    sem_destroy(&room);
    return 0;
}

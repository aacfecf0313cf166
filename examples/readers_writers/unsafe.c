// expect: unsafe lock 38
// schedule: 0:3,2:9,3:8,2:7,3:5
//
// Readers and writers, first solution by P.-J. Courtois, F. Heymans and D. L. Parnas (1971): the
// first reader takes the room for all readers, and the last one gives it back.
// Checks: no misuse of a lock; a reader sees two variables equal that a writer keeps equal.
//
// Bug in line 19: the room is a mutex, which may be unlocked by its owner only; the last reader
// need not be the first one (line 38). The shortest failing schedule has 4 context
// switches.

#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#define READERS 2

static pthread_mutex_t counting = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t room = PTHREAD_MUTEX_INITIALIZER;
static int readers;
static int left;
static int right;

static void start_reading(void)
{
    pthread_mutex_lock(&counting);
    readers++;
    if (readers == 1)
        pthread_mutex_lock(&room);
    pthread_mutex_unlock(&counting);
}

static void stop_reading(void)
{
    pthread_mutex_lock(&counting);
    readers--;
    if (readers == 0)
        pthread_mutex_unlock(&room);
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
    pthread_mutex_lock(&room);
    left++;
    right++;
    pthread_mutex_unlock(&room);
    return NULL;
}

int main(void)
{
    pthread_t writer;
    pthread_t threads[READERS];
    pthread_create(&writer, NULL, write_pair, NULL);
    for (int i = 0; i < READERS; i++)
        pthread_create(&threads[i], NULL, read_pair, NULL);
    pthread_join(writer, NULL);
    for (int i = 0; i < READERS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

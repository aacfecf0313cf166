// expect: safe
//
// Readers-writer lock over one mutex, after the problem of P.-J. Courtois, F. Heymans and
// D. L. Parnas (1971). Tries give up instead of waiting.
// Writers keep two variables equal; between the two writes they differ.
// Checks: a reader finds them equal.

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int readers;
static bool is_writing;
static int left;
static int right;

static bool try_read_lock(void)
{
    pthread_mutex_lock(&lock);
    bool granted = !is_writing;
    if (granted)
        readers++;
    pthread_mutex_unlock(&lock);
    return granted;
}

static void read_unlock(void)
{
    pthread_mutex_lock(&lock);
    readers--;
    pthread_mutex_unlock(&lock);
}

static bool try_write_lock(void)
{
    pthread_mutex_lock(&lock);
    bool granted = !is_writing && readers == 0;
    if (granted)
        is_writing = true;
    pthread_mutex_unlock(&lock);
    return granted;
}

static void write_unlock(void)
{
    pthread_mutex_lock(&lock);
    is_writing = false;
    pthread_mutex_unlock(&lock);
}

static void *read_pair(void *unused)
{
    (void)unused;
    if (try_read_lock()) {
        int a = left;
        int b = right;
        assert(a == b);
        read_unlock();
    }
    return NULL;
}

static void *write_pair(void *unused)
{
    (void)unused;
    if (try_write_lock()) {
        left++;
        right++;
        write_unlock();
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, write_pair, NULL);
    pthread_create(&threads[1], NULL, read_pair, NULL);
    pthread_create(&threads[2], NULL, write_pair, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(left == right);
    return 0;
}

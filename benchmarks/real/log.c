/* Two threads log through a callback, with a mutex as its lock function. */
#include <assert.h>
#include <pthread.h>

#include "log.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int lines;

static void lock_or_unlock(bool is_locked, void *unused)
{
    (void)unused;
    if (is_locked)
        pthread_mutex_lock(&mutex);
    else
        pthread_mutex_unlock(&mutex);
}

static void count(log_Event *event)
{
    (void)event;
    lines++;
}

static void *worker(void *unused)
{
    log_info("hello");
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    log_set_quiet(true);
    log_set_lock(lock_or_unlock, 0);
    log_add_callback(count, 0, LOG_INFO);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    assert(lines == 2);
    return 0;
}

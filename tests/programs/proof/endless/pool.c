/* A pool of threads that take jobs from a queue until they are told to stop. */
#include <pthread.h>

enum { WORKERS = 3, PLACES = 8 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int queue[PLACES], first, waiting, stop;
static long done;

static void *work(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&lock);
        while (waiting == 0 && !stop)
            pthread_cond_wait(&changed, &lock);
        if (waiting == 0) {
            pthread_mutex_unlock(&lock);
            return unused;
        }
        int job = queue[first % PLACES];
        first++;
        waiting--;
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock); /* broken: */
        done += job;
        pthread_mutex_unlock(&lock);
    }
}

static void submit(int job)
{
    pthread_mutex_lock(&lock);
    if (waiting < PLACES) {
        queue[(first + waiting) % PLACES] = job;
        waiting++;
        pthread_cond_signal(&changed);
    }
    pthread_mutex_unlock(&lock);
}

int main(void)
{
    pthread_t workers[WORKERS];
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&workers[i], 0, work, 0);
    for (int job = 0; job < 1000; job++)
        submit(job);
    pthread_mutex_lock(&lock);
    stop = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(workers[i], 0);
    return done == 0;
}

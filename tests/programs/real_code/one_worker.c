// cause: a pool with one worker, one job and a future: 60 s, 3.6 GB, no answer
// options: --unwind 2 --rounds 2 --no-sample
// expect: no bug found
// expect with BUG: unsafe reach
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct future { int is_ready; void *result; pthread_mutex_t guard; pthread_cond_t ready; };
struct job { void *(*run)(void *); void *argument; struct future *future; struct job *later; };
struct pool { struct job *jobs; int is_closed; pthread_mutex_t guard; pthread_cond_t changed; pthread_t worker; };

static struct job *next_job(struct pool *pool)
{
    pthread_mutex_lock(&pool->guard);
    while (!pool->jobs && !pool->is_closed)
        pthread_cond_wait(&pool->changed, &pool->guard);
    struct job *found = pool->jobs;
    if (found)
        pool->jobs = found->later;
    pthread_mutex_unlock(&pool->guard);
    return found;
}

static void *work(void *given)
{
    struct pool *pool = given;
    for (struct job *job; (job = next_job(pool)) != 0; free(job)) {
        struct future *future = job->future;
        pthread_mutex_lock(&future->guard);
        future->is_ready = 1;
#ifdef BUG
        pthread_mutex_unlock(&future->guard);
        future->result = job->run(job->argument);
        pthread_mutex_lock(&future->guard);
#else
        future->result = job->run(job->argument);
#endif
        pthread_cond_broadcast(&future->ready);
        pthread_mutex_unlock(&future->guard);
    }
    return 0;
}

static struct pool *new_pool(void)
{
    struct pool *pool = malloc(sizeof *pool);
    pool->jobs = 0;
    pool->is_closed = 0;
    pthread_mutex_init(&pool->guard, 0);
    pthread_cond_init(&pool->changed, 0);
    pthread_create(&pool->worker, 0, work, pool);
    return pool;
}

static struct future *submit(struct pool *pool, void *(*run)(void *), void *argument)
{
    struct job *job = malloc(sizeof *job);
    job->run = run;
    job->argument = argument;
    job->future = calloc(1, sizeof *job->future);
    pthread_mutex_init(&job->future->guard, 0);
    pthread_cond_init(&job->future->ready, 0);
    struct future *future = job->future;
    pthread_mutex_lock(&pool->guard);
    job->later = pool->jobs;
    pool->jobs = job;
    pthread_cond_signal(&pool->changed);
    pthread_mutex_unlock(&pool->guard);
    return future;
}

static void *get(struct future *future)
{
    pthread_mutex_lock(&future->guard);
    while (!future->is_ready)
        pthread_cond_wait(&future->ready, &future->guard);
    pthread_mutex_unlock(&future->guard);
    return future->result;
}

static void *same(void *argument) { return argument; }

int main(void)
{
    int value = 6;
    struct pool *pool = new_pool();
    struct future *future = submit(pool, same, &value);
    assert(get(future) == &value); // violated
    pthread_mutex_lock(&pool->guard);
    pool->is_closed = 1;
    pthread_cond_broadcast(&pool->changed);
    pthread_mutex_unlock(&pool->guard);
    pthread_join(pool->worker, 0);
    free(future);
    free(pool);
    return 0;
}

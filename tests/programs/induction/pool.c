// proved: reach lock race; break: while (!queued && !stopping) -> if (!queued && !stopping)
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t work = PTHREAD_COND_INITIALIZER;
int queued, running, stopping, closed;

int __VERIFIER_nondet_int(void);

void *worker(void *unused)
{
    while (1) {
        pthread_mutex_lock(&m);
        while (!queued && !stopping)
            pthread_cond_wait(&work, &m);
        if (!queued) {
            pthread_mutex_unlock(&m);
            break;
        }
        assert(queued > 0 && queued <= 4);
        assert(!closed);
        queued--;
        running++;
        pthread_mutex_unlock(&m);
        pthread_mutex_lock(&m);
        running--;
        assert(running >= 0);
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, 0);
    while (__VERIFIER_nondet_int()) {
        pthread_mutex_lock(&m);
        if (queued < 4)
            queued++;
        pthread_cond_signal(&work);
        pthread_mutex_unlock(&m);
    }
    pthread_mutex_lock(&m);
    stopping = 1;
    pthread_cond_broadcast(&work);
    pthread_mutex_unlock(&m);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    closed = 1;
    assert(queued == 0 && running == 0);
    return 0;
}

/* A trylock that fails is taken for one that did not. */
#include <assert.h>
#include <pthread.h>

enum state { IDLE, BUSY, DONE };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static enum state state = IDLE;

static void *work(void *unused)
{
    pthread_mutex_lock(&lock);
    state = BUSY;
    state = DONE;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t worker;
    pthread_create(&worker, NULL, work, NULL);
    int failed = pthread_mutex_trylock(&lock);
    enum state seen = state;
    if (!failed)
        pthread_mutex_unlock(&lock);
    pthread_join(worker, NULL);
    assert(seen != BUSY);
    return 0;
}

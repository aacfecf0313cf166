// cause: a spurious wake-up was shown as an input of a model's variable
// expect: unsafe reach
// says: wakes up spuriously
// never says: outcome
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int is_done;

static void *finish(void *unused)
{
    pthread_mutex_lock(&guard);
    is_done = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&guard);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_lock(&guard);
    pthread_create(&thread, 0, finish, 0);
    pthread_cond_wait(&changed, &guard);
    assert(is_done); // violated
    pthread_mutex_unlock(&guard);
    pthread_join(thread, 0);
    return 0;
}

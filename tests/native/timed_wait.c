#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static void *work(void *unused) { pthread_mutex_lock(&m); ready = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return unused; }
int main(void)
{
    pthread_t t;
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += 1;
    pthread_create(&t, 0, work, 0);
    pthread_mutex_lock(&m);
    int error = 0;
    if (!ready)
        error = pthread_cond_timedwait(&c, &m, &until);
    assert(error == 0 || !ready);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}

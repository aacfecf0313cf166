// not proved: reach
// each of many threads adds one
#include <assert.h>
#include <pthread.h>
static int a, b;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *f(void *unused)
{
    pthread_mutex_lock(&m);
    a++;
    assert(a < 2);
    pthread_mutex_unlock(&m);
    return unused;
}
int main(void)
{
    pthread_t t;
    for (;;)
        pthread_create(&t, 0, f, 0);
}

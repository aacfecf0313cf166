// not proved: reach
// where ways meet, the lock may have been given back
#include <assert.h>
#include <pthread.h>
static int a, b;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *f(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&m);
        a = 5;
        if (b) {
            pthread_mutex_unlock(&m);
            b = 0;
            pthread_mutex_lock(&m);
        }
        a = 0;
        b = 1;
        pthread_mutex_unlock(&m);
    }
}
static void *g(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&m);
        assert(a != 5);
        pthread_mutex_unlock(&m);
    }
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, f, 0);
    pthread_create(&t[1], 0, g, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
}

// not proved: reach
// a copy of the whole writes each member
#include <assert.h>
#include <pthread.h>
static int a, b;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
struct pair { int one, other; };
static struct pair p, q = {5, 5};
static void *f(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&m);
        p = q;
        pthread_mutex_unlock(&m);
    }
}
static void *g(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&m);
        assert(p.other != 5);
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

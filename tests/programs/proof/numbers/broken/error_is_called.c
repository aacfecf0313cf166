// not proved: reach
// the error is a function without a body
#include <assert.h>
#include <pthread.h>
static int a, b;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
extern void reach_error(void);
static void *f(void *unused)
{
    for (;;)
        if (a)
            reach_error();
}
static void *g(void *unused)
{
    for (;;)
        a = 1;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, f, 0);
    pthread_create(&t[1], 0, g, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
}

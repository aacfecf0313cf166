// not proved: reach
// what the function found out of its argument was of another value
#include <assert.h>
#include <pthread.h>
static int a, b;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int checked(int v)
{
    v = v & 1;
    if (v > 1)
        return 0;
    return 1;
}
static void *f(void *unused)
{
    for (;;) {
        int mine = a;
        if (checked(mine))
            assert(mine <= 1);
    }
}
static void *g(void *unused)
{
    for (;;)
        a = 7;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, f, 0);
    pthread_create(&t[1], 0, g, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
}

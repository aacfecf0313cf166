// not proved: memory
// a pointer that moves on in a loop
#include <assert.h>
#include <pthread.h>
static int a, b;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int row[3];
static void *f(void *unused)
{
    for (int *p = row;; p++)
        *p = 1;
}
static void *g(void *unused)
{
    return unused;
}
int main(void)
{
    pthread_t t[2];
    pthread_create(&t[0], 0, f, 0);
    pthread_create(&t[1], 0, g, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
}

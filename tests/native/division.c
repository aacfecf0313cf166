#include <pthread.h>
static int d = 1;
static void *work(void *unused) { d = 0; return unused; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    int r = 0;
    if (d != 0)
        r = 10 / d;
    pthread_join(t, 0);
    return r;
}

#include <pthread.h>
static int target;
static int *p = &target;
static void *work(void *unused) { p = 0; return unused; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    if (p)
        *p = 3;
    pthread_join(t, 0);
    return 0;
}

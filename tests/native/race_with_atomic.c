#include <pthread.h>
static int n;
static void *work(void *unused) { __atomic_fetch_add(&n, 1, __ATOMIC_SEQ_CST); return unused; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    n = 7;
    pthread_join(t, 0);
    return 0;
}

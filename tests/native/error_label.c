#include <pthread.h>
static int x;
static void *work(void *unused) { x = 1; x = 0; return unused; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    if (x == 1) {
        goto ERROR;
    }
    pthread_join(t, 0);
    return 0;
ERROR:
    return 1;
}

#include <pthread.h>
static void *work(void *p) { *(int *)p += 1; return 0; }
int main(void)
{
    pthread_t t;
    int n = 0;
    pthread_create(&t, 0, work, &n);
    n += 1;
    pthread_join(t, 0);
    return 0;
}

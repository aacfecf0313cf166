#include <pthread.h>
#include <stdlib.h>
static void *_Atomic kept;
static void *work(void *unused) { void *old = kept; kept = malloc(8); free(old); return unused; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    work(0);
    pthread_join(t, 0);
    free(kept);
    return 0;
}

/* Main frees what a thread frees again. */
#include <pthread.h>
#include <stdlib.h>

static int *p; static void *t(void *a){ free(p); return a; }
int main(void)
{
    pthread_t x; p = malloc(8); int *k = p; free(p); p = k;
    pthread_create(&x,0,t,0); pthread_join(x,0);
    return 0;
}

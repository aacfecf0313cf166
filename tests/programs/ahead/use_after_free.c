/* A pointer to an object that main has freed. */
#include <pthread.h>
#include <stdlib.h>

static int *p; static void *t(void *a){ *p = 1; return a; }
int main(void)
{
    pthread_t x; int *q = malloc(8); for(int i=0;i<2;i++) q[i]=i; p = q; free(q);
    pthread_create(&x,0,t,0); pthread_join(x,0);
    return 0;
}

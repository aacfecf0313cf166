/* One of three objects is never freed. */
#include <pthread.h>
#include <stdlib.h>

static void *t(void *a){ return a; }
int main(void)
{
    pthread_t x; for (int i=0;i<3;i++) { char *c = malloc(10); c[0]=i; if (i!=1) free(c);}
    pthread_create(&x,0,t,0); pthread_join(x,0);
    return 0;
}

/* realloc, before and after. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *p, n; static void *t(void *x){ p = realloc(p, 40); p[9] = p[0]; return x; }
int main(void)
{
    pthread_t x; p = malloc(8); p[0]=4; p[1]=5; int *old = p; p = realloc(p, 16); p[3]=1;
    pthread_create(&x,0,t,0); pthread_join(x,0); assert(p[9]==4 && p[1]==5 && p[3]==1); free(p);
    return 0;
}

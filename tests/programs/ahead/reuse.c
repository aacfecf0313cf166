/* The address of a freed object is compared. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int r; static void *t(void *x){ r++; return x; }
int main(void)
{
    pthread_t x; char *a = malloc(4); char *k = a; free(a); char *b = malloc(4); int same = k == b; for(int i=0;i<4;i++) r=0;
    pthread_create(&x,0,t,0); pthread_join(x,0); assert(!same); free(b);
    return 0;
}

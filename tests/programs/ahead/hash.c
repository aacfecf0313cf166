/* An address is used as a number. */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static int g[4]; static int r; static void *t(void *x){ r = g[1]; return x; }
int main(void)
{
    pthread_t x; uintptr_t h = (uintptr_t)&g[0]; int k = (h >> 4) % 4; for(int i=0;i<4;i++) g[i]=i;
    pthread_create(&x,0,t,0); pthread_join(x,0); assert(r==1); assert(k>=0);
    return 0;
}

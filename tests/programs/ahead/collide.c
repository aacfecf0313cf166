/* A number that looks like an address. */
#include <assert.h>
#include <pthread.h>

static unsigned long k; static int n; static void *t(void *x){ n = k == 0x7E9D5B3100000000ul; return x; }
int main(void)
{
    pthread_t x; for(int i=0;i<4;i++) k=0x7E9D5B3100000000ul;
    pthread_create(&x,0,t,0); pthread_join(x,0); assert(n);
    return 0;
}

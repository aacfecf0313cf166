/* Static pointers into the middle of static arrays, and to each other. */
#include <assert.h>
#include <pthread.h>

static int a[10], *p, **q = &p, n;
static void *t(void *x){ n = p[1] + **q; return x; }
int main(void)
{
    pthread_t x; for(int i=0;i<10;i++) a[i]=i; p = a + 3;
    pthread_create(&x,0,t,0); pthread_join(x,0); assert(n == 7);
    return 0;
}

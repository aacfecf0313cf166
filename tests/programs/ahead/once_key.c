/* pthread_once and keys. */
#include <assert.h>
#include <pthread.h>

static pthread_key_t k; static pthread_once_t o = PTHREAD_ONCE_INIT; static int n; static void init(void){ n++; } static int d; static void des(void *p){ d++; }
static void *t(void *x){ pthread_once(&o, init); pthread_setspecific(k, x); return x; }
int main(void)
{
    pthread_t x; pthread_key_create(&k, des); pthread_once(&o, init);
    pthread_create(&x,0,t,&n); pthread_join(x,0); assert(n==1); assert(d==1);
    return 0;
}

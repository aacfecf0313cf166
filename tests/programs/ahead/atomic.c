/* Atomic objects and an atomic pointer. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int a; static _Atomic(int*) p; static int v = 3; static void *t(void *x){ atomic_fetch_add(&a, *atomic_load(&p)); return x; }
int main(void)
{
    pthread_t x; for(int i=0;i<5;i++) atomic_fetch_add(&a, i); atomic_store(&p, &v);
    pthread_create(&x,0,t,0); pthread_join(x,0); assert(a==13);
    return 0;
}

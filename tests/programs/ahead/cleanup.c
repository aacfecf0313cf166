/* A cleanup handler is open. */
#include <assert.h>
#include <pthread.h>

static int n; static void h(void *p){ n++; } static void *t(void *x){ return x; }
int main(void)
{
    pthread_t x; pthread_cleanup_push(h, 0); for(int i=0;i<4;i++) n=i;
    pthread_create(&x,0,t,0); pthread_join(x,0); pthread_cleanup_pop(1); assert(n==4);
    return 0;
}

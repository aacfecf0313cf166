/* A constructor has run before. */
#include <assert.h>
#include <pthread.h>

static int n; __attribute__((constructor)) static void first(void){ for(int i=0;i<5;i++) n += i; }
static void *t(void *x){ n++; return x; }
int main(void)
{
    pthread_t x; for(int i=0;i<3;i++) n++;
    pthread_create(&x,0,t,0); pthread_join(x,0); assert(n==14);
    return 0;
}

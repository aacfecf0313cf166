/* The same, with a wrong result. */
#include <assert.h>
#include <pthread.h>

static _Thread_local int own = 3; static int r;
static void *t(void *x){ own++; r = own; return x; }
int main(void)
{
    pthread_t x; for(int i=0;i<10;i++) own += i;
    pthread_create(&x,0,t,0); pthread_join(x,0); assert(r == 4); assert(own == 49);
    return 0;
}

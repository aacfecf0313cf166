/* A static variable of a function. */
#include <assert.h>
#include <pthread.h>

static int next(void){ static int c = 5; return c++; } static int r;
static void *t(void *x){ r = next(); return x; }
int main(void)
{
    pthread_t x; for(int i=0;i<20;i++) next();
    pthread_create(&x,0,t,0); pthread_join(x,0); assert(r==25);
    return 0;
}

/* A function for the end fails. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int n; static void last(void){ assert(n == 3); }
static void *t(void *x){ n++; return x; }
int main(void)
{
    pthread_t x; atexit(last); for(int i=0;i<3;i++) n = 1;
    pthread_create(&x,0,t,0); pthread_join(x,0);
    return 0;
}

/* An assertion fails before the first thread. */
#include <assert.h>
#include <pthread.h>

static int n; static void *t(void *x){ n++; return x; }
int main(void)
{
    pthread_t x; for(int i=0;i<6;i++) n+=i; assert(n==14);
    pthread_create(&x,0,t,0); pthread_join(x,0);
    return 0;
}

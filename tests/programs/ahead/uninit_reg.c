/* A variable that was never set is read later. */
#include <assert.h>
#include <pthread.h>

static int n; static void *t(void *x){ n++; return x; }
int main(void)
{
    pthread_t x; int k; for(int i=0;i<9;i++) n=i;
    pthread_create(&x,0,t,0); pthread_join(x,0); if (k == 5) assert(0);
    return 0;
}

/* One element of a large array was never set. */
#include <assert.h>
#include <pthread.h>

static int r; static void *t(void *x){ int *a = x; if (a[2] == 17) r = 1; return x; }
int main(void)
{
    pthread_t x; int a[200]; for(int i=0;i<200;i++) if (i != 2) a[i]=i;
    pthread_create(&x,0,t,a); pthread_join(x,0); assert(r==0);
    return 0;
}

/* A wrong access before the first thread. */
#include <pthread.h>

static int a[4], n; static void *t(void *x){ n++; return x; }
int main(void)
{
    pthread_t x; for(int i=0;i<=4;i++) a[i]=i;
    pthread_create(&x,0,t,0); pthread_join(x,0);
    return 0;
}

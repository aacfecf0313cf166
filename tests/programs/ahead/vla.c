/* A variable-length array. */
#include <assert.h>
#include <pthread.h>

static void *t(void *x){ ((int*)x)[2]++; return x; }
int main(int argc, char **argv)
{
    pthread_t x; int n = 3; int v[n]; for(int i=0;i<n;i++) v[i]=i;
    pthread_create(&x,0,t,v); pthread_join(x,0); assert(v[2]==3);
    return 0;
}

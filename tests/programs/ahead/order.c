/* Addresses of different objects, compared by order. */
#include <assert.h>
#include <pthread.h>

static int a[3], b[3], r; static void *t(void *x){ r++; return x; }
int main(void)
{
    pthread_t x; int less = &a[0] < &b[0]; for(int *p=a;p<a+3;p++) *p = 1;
    pthread_create(&x,0,t,0); pthread_join(x,0); assert(less);
    return 0;
}

/* An input. */
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void); static int n; static void *t(void *x){ n++; return x; }
int main(void)
{
    pthread_t x; for(int i=0;i<5;i++) n=i; int k = __VERIFIER_nondet_int(); if (k > 3) n = 0;
    pthread_create(&x,0,t,0); pthread_join(x,0); assert(n==5);
    return 0;
}

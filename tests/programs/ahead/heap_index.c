/* A table on the heap with an unknown index. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int *tab; static int n; int __VERIFIER_nondet_int(void); static void *t(void *x){ int k = __VERIFIER_nondet_int(); if (k >= 0 && k < 400) n = tab[k]; return x; }
int main(void)
{
    pthread_t x; tab = malloc(1600); for(int i=0;i<400;i++) tab[i]= i*i % 97;
    pthread_create(&x,0,t,0); pthread_join(x,0); assert(n!=96);
    return 0;
}

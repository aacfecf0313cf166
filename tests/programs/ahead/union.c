/* Pointers, numbers that look like addresses, and floating numbers in unions. */
#include <assert.h>
#include <pthread.h>

union u { void *p; unsigned long n; double d; char b[16]; }; static union u a,b,c; static int ok;
static void *t(void *x){ if (*(int*)a.p == 5 && c.d == 2.5 && b.n == 1ul<<33) ok = 1; return x; }
static int five = 5;
int main(void)
{
    pthread_t x; a.p = &five; b.n = 1ul<<33; c.d = 2.5; for(int i=0;i<3;i++) five = 5;
    pthread_create(&x,0,t,0); pthread_join(x,0); assert(ok);
    return 0;
}

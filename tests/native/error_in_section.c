#include <pthread.h>
extern void __VERIFIER_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int a, b;
static void *work(void *unused) { __VERIFIER_atomic_begin(); a = __VERIFIER_nondet_uchar(); b = a; __VERIFIER_atomic_end(); return unused; }
int main(void)
{
    pthread_t t;
    double d = __VERIFIER_nondet_double();
    pthread_create(&t, 0, work, 0);
    int seen = a;
    if (seen == 200 && b == 200 && d > 1.5) __VERIFIER_error();
    pthread_join(t, 0);
    return 0;
}

// Shared floating numbers that the assertion does not depend on have values in the witness.
#include <assert.h>
#include <pthread.h>
extern double __VERIFIER_nondet_double(void);
double d;
static void *f(void *argument) { d = d + 1; return 0; }
int main(void) { pthread_t t; double x = __VERIFIER_nondet_double(); pthread_create(&t, 0, f, 0); d = x * 3; assert(0); return 0; }

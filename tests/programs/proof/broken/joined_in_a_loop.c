// not proved: lock
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_t t;
int __VERIFIER_nondet_int(void);
static void *f(void *a) { return 0; }
int main(void) { pthread_create(&t, 0, f, 0); do pthread_join(t, 0); while (__VERIFIER_nondet_int()); return 0; }

// proved: race deadlock
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
int __VERIFIER_nondet_int(void);
static void *f(void *a) { pthread_mutex_lock(&m);  x = !x; pthread_mutex_unlock(&m);  return 0; }
int main(void) { pthread_t t; int k = __VERIFIER_nondet_int(); for (int i = 0; i < k; i++) pthread_create(&t, 0, f, 0); return 0; }

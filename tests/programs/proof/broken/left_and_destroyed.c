// not proved: lock
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *a) { pthread_mutex_lock(&m);  return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); pthread_mutex_destroy(&m); return 0; }

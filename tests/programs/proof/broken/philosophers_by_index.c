// not proved: deadlock
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t k[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static void *f(void *a) { long i = (long)a; pthread_mutex_lock(&k[i]); pthread_mutex_lock(&k[1 - i]); pthread_mutex_unlock(&k[1 - i]); pthread_mutex_unlock(&k[i]); return 0; }
int main(void) { pthread_t s, t; pthread_create(&s, 0, f, (void *)0); pthread_create(&t, 0, f, (void *)1); pthread_join(s, 0); pthread_join(t, 0); return 0; }

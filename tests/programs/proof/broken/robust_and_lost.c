// not proved: race
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static int x; static pthread_mutex_t m;
static void *f(void *a) { pthread_mutex_lock(&m); x++; return 0; }
static void *g(void *a) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); pthread_mutex_lock(&m); x++; return 0; }
int main(void) { pthread_t r, s, t; pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST); pthread_mutex_init(&m, &a);
 pthread_create(&r, 0, f, 0); pthread_join(r, 0); pthread_create(&s, 0, g, 0); pthread_create(&t, 0, g, 0); pthread_join(s, 0); pthread_join(t, 0); return 0; }

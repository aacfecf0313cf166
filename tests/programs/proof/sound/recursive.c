// proved: race
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static int x; static pthread_mutex_t m;
static void *f(void *a) { pthread_mutex_lock(&m); pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m); pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t s, t; pthread_mutexattr_t a; pthread_mutexattr_init(&a); pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE); pthread_mutex_init(&m, &a);
 pthread_create(&s, 0, f, 0); pthread_create(&t, 0, f, 0); return pthread_join(s, 0) + pthread_join(t, 0); }

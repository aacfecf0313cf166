// proved: race lock deadlock
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *a) { for (;;) { pthread_mutex_lock(&m);  x = !x; pthread_mutex_unlock(&m);  } return 0; }
int main(void) { pthread_t t[2]; for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0); for (int i = 0; i < 2; i++) pthread_join(t[i], 0); return 0; }

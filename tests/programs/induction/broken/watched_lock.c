// not proved: reach
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *u) { for (;;) { pthread_mutex_lock(&m); x = 1; x = 0; pthread_mutex_unlock(&m); } }
void *g(void *u) { for (;;) { if (pthread_mutex_trylock(&m)) assert(0); else pthread_mutex_unlock(&m); } }
int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); pthread_join(a, 0); }

// not proved: reach race
#include <assert.h>
#include <pthread.h>
struct { unsigned low : 4, high : 4; } b; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
void *f(void *u) { for (;;) { pthread_mutex_lock(&m); b.low = 1; assert(b.low == 1); pthread_mutex_unlock(&m); } }
void *g(void *u) { for (;;) { pthread_mutex_lock(&n); b.high++; pthread_mutex_unlock(&n); } }
int main(void) { pthread_t a, c; pthread_create(&a, 0, f, 0); pthread_create(&c, 0, g, 0); pthread_join(a, 0); }

// not proved: memory
#include <pthread.h>
int *p, x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *u) { int own = 0; pthread_mutex_lock(&m); p = &own; pthread_mutex_unlock(&m); return 0; }
void *g(void *u) { for (;;) { pthread_mutex_lock(&m); if (p) *p = 1; pthread_mutex_unlock(&m); } }
int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); pthread_join(b, 0); }

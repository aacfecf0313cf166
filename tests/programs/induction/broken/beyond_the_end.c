// not proved: memory
#include <pthread.h>
int a[3]; unsigned i; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *u) { for (;;) { pthread_mutex_lock(&m); a[i] = 1; i = (i + 1) % 4; pthread_mutex_unlock(&m); } }
int main(void) { pthread_t x, y; pthread_create(&x, 0, f, 0); pthread_create(&y, 0, f, 0); pthread_join(x, 0); }

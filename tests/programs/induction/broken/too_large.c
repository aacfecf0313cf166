// not proved: arith
#include <pthread.h>
int c; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *u) { for (;;) { pthread_mutex_lock(&m); c++; pthread_mutex_unlock(&m); } }
int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, f, 0); pthread_join(a, 0); }

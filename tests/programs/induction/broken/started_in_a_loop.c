// not proved: reach
#include <assert.h>
#include <pthread.h>
int c; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *u) { pthread_mutex_lock(&m); c++; assert(c < 4); pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t t; for (;;) { pthread_create(&t, 0, f, 0); pthread_detach(t); } }

// not proved: reach
#include <assert.h>
#include <pthread.h>
int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *f(void *u) { for (;;) { pthread_mutex_lock(&m); assert(x == 0); pthread_mutex_unlock(&m); } }
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, f, 0);
    pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m); x = 0; pthread_mutex_unlock(&m);
    pthread_create(&b, 0, f, 0);
    pthread_join(a, 0);
}

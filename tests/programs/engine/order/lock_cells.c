// Locks that are tried, left by others, held at the start, held at the end, or written by hand.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
int x, y;
static void *f(void *argument) {
    if (pthread_mutex_trylock(&m) == 0) { x = 1; assert(y == 0); pthread_mutex_unlock(&m); } else { assert(y != 1); }
    pthread_mutex_lock(&n); x = 2;
    return 0;
}
static void *g(void *argument) {
    pthread_mutex_lock(&m); y = 1; assert(x != 1); y = 0; pthread_mutex_unlock(&m);
    pthread_mutex_lock(&n); assert(x != 2); assert(x != 1); pthread_mutex_unlock(&n);
    return 0;
}
int main(void) {
    pthread_t t, s;
    pthread_mutex_lock(&n);
    pthread_create(&t, 0, f, 0);
    pthread_create(&s, 0, g, 0);
    pthread_mutex_unlock(&n);
    return 0;
}

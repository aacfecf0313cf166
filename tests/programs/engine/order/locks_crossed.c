// Two locks in both orders: each may be held while the other one is waited for, and one is not given back.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
int x;
static void *f(void *argument) {
    pthread_mutex_lock(&m); x += 1; pthread_mutex_lock(&n); x += 1;
    pthread_mutex_unlock(&n); pthread_mutex_unlock(&m);
    return 0;
}
static void *g(void *argument) {
    pthread_mutex_lock(&n); pthread_mutex_lock(&m); x += 4;
    assert(x != 5); assert(x != 4); assert(x != 6);
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t, s;
    pthread_create(&t, 0, f, 0);
    pthread_create(&s, 0, g, 0);
    pthread_join(s, 0);
    assert(x != 4); assert(x != 6); assert(x != 5);
    return 0;
}

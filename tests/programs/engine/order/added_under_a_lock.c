// What is added under a lock adds up; who looks meanwhile sees part of it.
#include <assert.h>
#include <pthread.h>
int x = 3;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *argument) {
    pthread_mutex_lock(&m); x += 2; pthread_mutex_unlock(&m);
    pthread_mutex_lock(&m); x -= 1; pthread_mutex_unlock(&m);
    return 0;
}
static void *g(void *argument) {
    pthread_mutex_lock(&m); x += 2; int seen = x; pthread_mutex_unlock(&m);
    assert(seen != 5); assert(seen != 6); assert(seen != 7); assert(seen != 8);
    return 0;
}
int main(void) {
    pthread_t t, s;
    pthread_create(&t, 0, f, 0);
    pthread_create(&s, 0, g, 0);
    pthread_join(t, 0); pthread_join(s, 0);
    assert(x == 6); assert(x != 6);
    return 0;
}

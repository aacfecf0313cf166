// A lock that a thread gives back only in one branch, and takes again in the other.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int c, x;
static void *f(void *argument) {
    pthread_mutex_lock(&m);
    int way = c;
    if (way == 1) pthread_mutex_unlock(&m);
    if (way == 2) { pthread_mutex_unlock(&m); pthread_mutex_lock(&m); }
    x = x + 1;
    assert(x != 2);
    return 0;
}
static void *g(void *argument) { pthread_mutex_lock(&m); x = x + 1; pthread_mutex_unlock(&m); return 0; }
int main(void) {
    pthread_t t, s;
    pthread_create(&t, 0, f, 0);
    pthread_create(&s, 0, g, 0);
    c = 1; c = 2;
    return 0;
}

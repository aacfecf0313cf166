// A lock that somebody else gives back is still held by the one who took it.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
static void *f(void *argument) { pthread_mutex_lock(&m); x = 1; assert(x == 1); pthread_mutex_unlock(&m); return 0; }
static void *g(void *argument) { if (x == 1) pthread_mutex_unlock(&m); pthread_mutex_lock(&m); x = 2; return 0; }
int main(void) {
    pthread_t t, s;
    pthread_create(&t, 0, f, 0);
    pthread_create(&s, 0, g, 0);
    return 0;
}

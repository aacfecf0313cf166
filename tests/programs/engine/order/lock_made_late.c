// A lock that is made after a thread was started, by one who never takes it.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m;
int x;
static void *f(void *argument) { pthread_mutex_lock(&m); x = x + 1; assert(x != 2); pthread_mutex_unlock(&m); return 0; }
static void *g(void *argument) { assert(x != 3); return 0; }
int main(void) {
    pthread_t t, s, r;
    pthread_create(&r, 0, g, 0);
    pthread_mutex_init(&m, 0);
    pthread_create(&t, 0, f, 0);
    pthread_create(&s, 0, f, 0);
    return 0;
}

// Owners of locks are numbers of threads: nobody looks at them but the lock.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
static void *f(void *argument) { pthread_mutex_lock(&m); int l = x; x = l + 1; pthread_mutex_unlock(&m); if (l) pthread_mutex_unlock(&m); return 0; }
int main(void) {
    pthread_t t[3];
    for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, f, 0);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    assert(x != 3);
    return 0;
}

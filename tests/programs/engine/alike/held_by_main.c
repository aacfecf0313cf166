// Main locks, too, and frees what it does not hold.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
static void *f(void *argument) { if (pthread_mutex_trylock(&m) == 0) { x++; if (x == 1) pthread_mutex_unlock(&m); } return 0; }
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    assert(x != 2);
    return 0;
}

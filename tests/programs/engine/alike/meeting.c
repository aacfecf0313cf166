// A barrier keeps a set of threads; the one that comes last is nobody in particular.
#include <assert.h>
#include <pthread.h>
pthread_barrier_t b;
int x, y;
static void *f(void *argument) { int l = x++; if (pthread_barrier_wait(&b)) y = l; return 0; }
int main(void) {
    pthread_t t[2];
    pthread_barrier_init(&b, 0, 2);
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    assert(y == 1);
    return 0;
}

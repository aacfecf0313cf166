// What the threads return is looked at.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int a;
int x;
static void *f(void *argument) { return a++ ? &x : 0; }
int main(void) {
    pthread_t t[2];
    void *one, *other;
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);
    pthread_join(t[0], &one);
    pthread_join(t[1], &other);
    assert(!one);
    return 0;
}

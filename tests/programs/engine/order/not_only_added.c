// Additions and a write: not a sum; twice what was found: no addition; an addition that is not atomic.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int x, y = 1;
static void *f(void *argument) {
    __atomic_fetch_add(&x, 1, 5);
    __VERIFIER_atomic_begin(); y = y + y; __VERIFIER_atomic_end();
    return 0;
}
static void *g(void *argument) { __atomic_store_n(&x, 5, 5); y = 3 - y; return 0; }
int main(void) {
    pthread_t t, s;
    pthread_create(&t, 0, f, 0);
    pthread_create(&s, 0, g, 0);
    pthread_join(t, 0); pthread_join(s, 0);
    assert(x != 5); assert(x != 6); assert(y != 2); assert(y != 1); assert(y != 4); assert(y != 3);
    return 0;
}

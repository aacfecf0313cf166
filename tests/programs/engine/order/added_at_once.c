// Atomic additions: of a byte that wraps around, of an amount that another thread decides, and behind a branch.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x; atomic_uchar b = 254; int amount = 1, c;
static void *f(void *argument) { b += 1; if (c) x += 4; x += amount; return 0; }
static void *g(void *argument) { amount = 2; c = 1; b += 2; int old = x++; assert(old != 2); return 0; }
int main(void) {
    pthread_t t, s;
    pthread_create(&t, 0, f, 0);
    pthread_create(&s, 0, g, 0);
    pthread_join(t, 0); pthread_join(s, 0);
    assert(b == 1); assert(b != 1);
    assert(x != 2); assert(x != 3); assert(x != 4); assert(x != 6); assert(x != 7);
    return 0;
}

// Two classes of two threads, created in turns.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void *f(void *argument) { x++; return 0; }
static void *g(void *argument) { x = 0; return 0; }
int main(void) {
    pthread_t t[2], s[2];
    for (int i = 0; i < 2; i++) { pthread_create(&t[i], 0, f, 0); pthread_create(&s[i], 0, g, 0); }
    assert(x != 2);
    return 0;
}

// Between the two threads by number is another one, on which both depend: in rounds, neither comes first.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int a, x;
static void *f(void *argument) { if (x) a++; return 0; }
static void *g(void *argument) { x = 1; return 0; }
int main(void) {
    pthread_t t[2], s;
    pthread_create(&t[0], 0, f, 0);
    pthread_create(&s, 0, g, 0);
    pthread_create(&t[1], 0, f, 0);
    assert(a != 2);
    return 0;
}

// Two threads write the same value: who wrote last shows only in what else each has written.
#include <assert.h>
#include <pthread.h>
int x, a, b;
static void *f(void *argument) { a = 1; x = 1; return 0; }
static void *g(void *argument) { x = 1; b = 1; x = 0; x = 1; return 0; }
int main(void) {
    pthread_t t, s;
    pthread_create(&t, 0, f, 0);
    pthread_create(&s, 0, g, 0);
    if (x == 1) assert(a == 1 || b == 1);
    return 0;
}

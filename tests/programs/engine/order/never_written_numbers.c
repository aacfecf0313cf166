// Numbers that were never written, left to others: any value, and the same one whoever reads it.
#include <assert.h>
#include <pthread.h>
int x, y, done;
static void *f(void *argument) { int any; x = any; y = any; done = 1; return 0; }
static void *g(void *argument) { if (done) { assert(x == y); assert(x != 1); } return 0; }
int main(void) {
    pthread_t t, s;
    pthread_create(&t, 0, f, 0);
    pthread_create(&s, 0, g, 0);
    return 0;
}

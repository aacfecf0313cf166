// A wait for the end of a thread: behind a branch it orders nothing, on all ways it does.
#include <assert.h>
#include <pthread.h>
int x, go;
static void *f(void *argument) { x = 2; return 0; }
static void *g(void *argument) { go = 1; return 0; }
int main(void) {
    pthread_t t, s;
    pthread_create(&t, 0, f, 0);
    pthread_create(&s, 0, g, 0);
    if (go) { pthread_join(t, 0); assert(x == 2); }
    assert(x != 0);
    pthread_join(s, 0);
    assert(go == 1);
    return 0;
}

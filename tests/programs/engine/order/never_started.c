// A thread that another one starts only if it has seen something; its writes are there only then.
#include <assert.h>
#include <pthread.h>
int x, y;
pthread_t inner;
static void *child(void *argument) { y = x + 1; return 0; }
static void *f(void *argument) { if (x == 1) pthread_create(&inner, 0, child, 0); x = 2; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    x = 1;
    assert(y != 1);
    assert(y != 2);
    assert(y != 3);
    return 0;
}

// No order has each of three threads miss the write of the next one, or see one that has seen nothing.
#include <assert.h>
#include <pthread.h>
int x, y, z, first, second;
static void *f(void *argument) { x = 1; first = 1 + y; return 0; }
static void *g(void *argument) { y = 1; second = 1 + z; return 0; }
int main(void) {
    pthread_t t, s;
    pthread_create(&t, 0, f, 0);
    pthread_create(&s, 0, g, 0);
    z = 1;
    int third = 1 + x;
    if (first && second) {
        assert(first == 2 || second == 2 || third == 2);
        assert(first == 1 || second == 1 || third == 1);
    }
    return 0;
}

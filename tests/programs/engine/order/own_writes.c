// A thread reads what it has written itself, unless another one came between.
#include <assert.h>
#include <pthread.h>
int x;
static void *f(void *argument) { x = 1; assert(x == 1); x = 2; x = 3; assert(x != 2); return 0; }
static void *g(void *argument) { int before = x; x = before + 4; assert(before != 5); return 0; }
int main(void) {
    pthread_t t, s;
    pthread_create(&t, 0, f, 0);
    pthread_create(&s, 0, g, 0);
    return 0;
}

// Each write needs the one before, by turns: the greatest value takes as many writes as there are.
#include <assert.h>
#include <pthread.h>
int x, y;
static void *f(void *argument) { x = y + 1; x = y + 1; assert(x != 3); return 0; }
static void *g(void *argument) { y = x + 1; y = x + 1; assert(y != 4); assert(y != 5); return 0; }
int main(void) {
    pthread_t t, s;
    pthread_create(&t, 0, f, 0);
    pthread_create(&s, 0, g, 0);
    return 0;
}

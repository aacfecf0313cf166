// What a thread does before it ends the process, fails an assumption or an assertion is seen; what follows is not.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern void __VERIFIER_assume(int);
int x, y;
static void *f(void *argument) { x = 1; __VERIFIER_assume(y == 0); x = 2; if (y) exit(0); x = 3; return 0; }
static void *g(void *argument) { int before = x; y = 1; assert(before != 2); assert(x != 3 || before == 3); assert(x != 1); return 0; }
int main(void) {
    pthread_t t, s;
    pthread_create(&t, 0, f, 0);
    pthread_create(&s, 0, g, 0);
    return 0;
}

// An assumption counts after a visible step that is jumped around.
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int x, y;
static void *f(void *argument) {
    int u = __VERIFIER_nondet_int();
    x = 1;
    __VERIFIER_assume(u >= -1 && u <= 1);
    if (u == 0) y = 1;
    assert(u < 2);
    return 0;
}
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 2; y = 2; return 0; }

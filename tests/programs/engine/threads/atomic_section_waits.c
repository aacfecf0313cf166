// Atomic sections that wait: nobody sees the inside, and no assumption leaks out of one that did not happen.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
int turn, x;
static void *f(void *argument) {
    __VERIFIER_atomic_begin();
    __VERIFIER_assume(turn == 1);
    x = 1;
    x = 2;
    turn = 0;
    __VERIFIER_atomic_end();
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    turn = 1;
    assert(x != 1);
    assert(x != 2);
    return 0;
}

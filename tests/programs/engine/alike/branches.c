// Inputs decide which visible step comes first; none is taken by all.
#include <assert.h>
#include <pthread.h>
extern _Bool __VERIFIER_nondet_bool(void);
int x, y;
static void *f(void *argument) { if (__VERIFIER_nondet_bool()) x = y + 1; else y = x + 1; return 0; }
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    assert(x + y != 2);
    assert(x + y != 3);
    return 0;
}

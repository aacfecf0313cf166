// Each thread shows where its variable lies, as a number that no conversion has made.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
uintptr_t shown;
int x;
static void *f(void *argument) {
    int own = 0;
    union { int *pointer; uintptr_t number; } u;
    u.pointer = &own;
    __VERIFIER_atomic_begin();
    if (!shown) shown = u.number;
    else x = shown < u.number ? 1 : 2;
    __VERIFIER_atomic_end();
    return 0;
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    assert(x != 1);
    assert(x != 2);
    return 0;
}

// The bits of a name, read as a number with a fraction.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
union { int name; float number; } first;
static void *f(void *argument) {
    __VERIFIER_atomic_begin();
    if (!first.name) first.name = (int)pthread_self();
    __VERIFIER_atomic_end();
    return 0;
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    assert(first.number != 0x1.8p-148f);
    return 0;
}

// What follows from the name of the one that comes first is another number without a sign.
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
int first;
static void *f(void *argument) {
    __VERIFIER_atomic_begin();
    if (!first) first = (int)pthread_self() - 5;
    __VERIFIER_atomic_end();
    return 0;
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    unsigned found = first;
    assert(found != 4294967294u);
    return 0;
}

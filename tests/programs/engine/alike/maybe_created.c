// The first thread is created or not, the second always.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
extern _Bool __VERIFIER_nondet_bool(void);
atomic_int a;
static void *f(void *argument) { a++; return 0; }
int main(void) {
    pthread_t t, s;
    _Bool created = __VERIFIER_nondet_bool();
    if (created) pthread_create(&t, 0, f, 0);
    pthread_create(&s, 0, f, 0);
    int seen = a;
    assert(created || !seen);
    return 0;
}

// Between the joins main looks at what the first thread has done, and is as patient as before afterwards.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int a, b;
static void *f(void *argument) { if (a++ == 0) b = 1; return 0; }
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);
    pthread_join(t[0], 0);
    int seen = b;
    pthread_join(t[1], 0);
    assert(seen);
    return 0;
}

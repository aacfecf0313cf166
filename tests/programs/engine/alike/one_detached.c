// One of them cannot be joined.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int a;
static void *f(void *argument) { a++; return 0; }
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);
    pthread_detach(t[0]);
    pthread_join(t[1], 0);
    assert(a == 2);
    return 0;
}

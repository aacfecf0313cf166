// An index that follows from the name: the threads do not write the same element.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int a;
int v[4];
static void *f(void *argument) { v[pthread_self() & 3] = a++; return 0; }
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    assert(v[t[0] & 3] == 0);
    return 0;
}

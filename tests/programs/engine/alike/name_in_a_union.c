// Each thread has an element of its own, and reads a part of its name there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
union { unsigned long name; unsigned int low; } v[4];
atomic_int a;
int x;
static void *f(void *argument) {
    v[pthread_self() - 1].name = pthread_self();
    int l = v[pthread_self() - 1].low;
    if (a++ == 0) x = l;
    return 0;
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    assert(x != 3);
    return 0;
}

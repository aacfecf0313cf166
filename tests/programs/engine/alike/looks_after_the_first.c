// Main does not wait: it asks whether the second has come to its end.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int a;
static void *f(void *argument) { a++; return 0; }
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);
    if (pthread_tryjoin_np(t[1], 0) == 0) assert(a == 2);
    return 0;
}

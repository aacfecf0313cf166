// The first is canceled if it has not begun; the second never.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int a, b;
static void *f(void *argument) { pthread_testcancel(); if (a++ == 0) b++; return 0; }
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);
    pthread_cancel(t[1]);
    pthread_join(t[1], 0);
    assert(a);
    return 0;
}

// The handle of the second thread, kept in a global, is compared with whoever asks.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int a;
_Atomic unsigned long second;
static void *f(void *argument) {
    int l = a++;
    if (second == pthread_self()) assert(l == 1);
    return 0;
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);
    second = t[1];
    return 0;
}

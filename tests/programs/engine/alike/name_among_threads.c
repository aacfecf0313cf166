// Threads compare names among themselves: whether they are equal is allowed, which is greater is not.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
_Atomic unsigned long first;
int x;
static void *f(void *argument) {
    unsigned long found = atomic_exchange(&first, pthread_self());
    if (found > pthread_self()) x = 2;
    return 0;
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    assert(x != 2);
    return 0;
}

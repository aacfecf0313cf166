// Each has variables of its own, the address of one of which the other one gets to know.
#include <assert.h>
#include <pthread.h>
int *shared, x;
_Thread_local int count;
static void *f(void *argument) {
    int own = 1, *found = shared;
    shared = &own;
    count++;
    if (found) x = *found + count;
    return 0;
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    assert(x != 2);
    return 0;
}

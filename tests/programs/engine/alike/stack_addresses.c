// Each thread shows where its variable lies; the order of addresses tells who is who.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
uintptr_t p;
int x;
static void *f(void *argument) {
    int own = 0;
    if (!p) p = (uintptr_t)&own;
    else x = p < (uintptr_t)&own ? 1 : 2;
    return 0;
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    assert(x != 1);
    assert(x != 2);
    return 0;
}

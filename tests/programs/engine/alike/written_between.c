// Main writes between the creations: the first thread alone may come before that.
#include <assert.h>
#include <pthread.h>
int x, y;
static void *f(void *argument) { if (!x) y++; return 0; }
int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, f, 0);
    x = 1;
    pthread_create(&t[1], 0, f, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    assert(y == 0);
    return 0;
}

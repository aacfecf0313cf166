// The second thread never sees what was there between the creations; the first may, and be overtaken.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int a, x;
static void *f(void *argument) { int l = x, k = a++; if (l == 0) assert(k == 0); return 0; }
int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, f, 0);
    x = 1;
    pthread_create(&t[1], 0, f, 0);
    x = 2;
    return 0;
}

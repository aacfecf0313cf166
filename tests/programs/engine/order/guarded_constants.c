// Constants are written only where another thread has got far enough; an index depends on them.
#include <assert.h>
#include <pthread.h>
int x, y, z, table[4];
static void *f(void *argument) { x++; if (y == 1) x = 3; if (z) table[x & 3] = 7; return 0; }
static void *g(void *argument) { if (x == 1) y = 1; if (x == 3) z = 1; assert(table[3] != 7); return 0; }
int main(void) {
    pthread_t t, s;
    pthread_create(&t, 0, f, 0);
    pthread_create(&s, 0, g, 0);
    return 0;
}

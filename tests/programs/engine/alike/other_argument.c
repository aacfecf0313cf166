// The same code with another argument.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int a;
int y;
static void *f(void *argument) { int l = a++; if (argument) assert(l == 1); return 0; }
int main(void) {
    pthread_t t, s;
    pthread_create(&t, 0, f, 0);
    pthread_create(&s, 0, f, &y);
    return 0;
}

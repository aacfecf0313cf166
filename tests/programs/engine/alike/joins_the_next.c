// Another thread joins one of them.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
pthread_t t[2];
atomic_int a;
static void *f(void *argument) { a++; return 0; }
static void *g(void *argument) { pthread_join(t[1], 0); assert(a != 1); return 0; }
int main(void) {
    pthread_t s;
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);
    pthread_create(&s, 0, g, 0);
    return 0;
}

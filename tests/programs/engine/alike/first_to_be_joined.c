// Main joins the first thread alone: what it reads then is there unless that one came second.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int a;
int x;
static void *f(void *argument) { if (a++ == 0) x = 1; return 0; }
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);
    pthread_join(t[0], 0);
    assert(x == 1);
    return 0;
}

// A thread that ends the process, one that ends itself, and a main that leaves first.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int x;
static void *ends(void *argument) { if (x == 1) exit(0); x = 2; return 0; }
static void *leaves(void *argument) { x = 1; pthread_exit(0); assert(0); return 0; }
int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, ends, 0);
    pthread_create(&t[1], 0, leaves, 0);
    pthread_join(t[1], 0);
    assert(x != 2);
    pthread_join(t[0], 0);
    assert(x != 1);
    pthread_exit(0);
}

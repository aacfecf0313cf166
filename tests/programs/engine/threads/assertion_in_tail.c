// A thread whose assertion fails after its last visible step does not keep the other from failing.
#include <assert.h>
#include <pthread.h>
int a;
static void *f0(void *argument) { assert(a == 0); return 0; }
static void *f1(void *argument) { a = 2; assert(0); return 0; }
int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, f0, 0);
    pthread_create(&t[1], 0, f1, 0);
    return 0;
}

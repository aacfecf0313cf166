// A thread that is created only where nobody gets to, beside one that is.
#include <assert.h>
#include <pthread.h>
_Thread_local int mine;
int x;
static void *never(void *argument) { assert(0); return 0; }
static void *f(void *argument) {
    pthread_t t;
    if (mine) pthread_create(&t, 0, never, 0);
    x++;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    x = 5;
    assert(x == 5);
    return 0;
}

// Each thread has a variable of its own, into which the other one writes; it ends with the thread.
#include <assert.h>
#include <pthread.h>
_Thread_local int own = 1;
int *published;
static void *f(void *argument) { published = &own; own = own + 1; assert(own != 5); return 0; }
static void *g(void *argument) { int *other = published; if (other) *other = 4; assert(own == 1); return 0; }
int main(void) {
    pthread_t t, s;
    pthread_create(&t, 0, f, 0);
    pthread_create(&s, 0, g, 0);
    return 0;
}

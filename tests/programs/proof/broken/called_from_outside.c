// not proved: race lock deadlock
#include <pthread.h>
static int x;
extern void (*callback)(void);
static void *f(void *a) { x = 1; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    callback();
    x = 2;
    pthread_join(t, 0);
    return 0;
}

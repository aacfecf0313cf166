// not proved: race lock deadlock
#include <pthread.h>
static int x;
extern void *(*routine)(void *);
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, routine, &x);
    x = 2;
    pthread_join(t, 0);
    return 0;
}

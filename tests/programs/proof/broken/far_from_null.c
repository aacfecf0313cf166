// not proved: race
#include <pthread.h>
static int x;
static void *f(void *nothing) {
    long far = (char *)&x - (char *)nothing;
    *(int *)((char *)nothing + far) = 1;
    return nothing;
}
int main(void) {
    pthread_t s;
    pthread_create(&s, 0, f, 0);
    x = 2;
    pthread_join(s, 0);
    return 0;
}

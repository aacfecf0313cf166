// not proved: race
#include <pthread.h>
#include <stdint.h>
static int x, y;
static void *f(void *a) {
    long away = ((uintptr_t)&x - (uintptr_t)&y) / sizeof(int);
    int *p = &y;
    p[away] = 1;
    return a;
}
int main(void) {
    pthread_t s;
    pthread_create(&s, 0, f, 0);
    x = 2;
    pthread_join(s, 0);
    return 0;
}

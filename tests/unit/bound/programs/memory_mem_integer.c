#include <stdint.h>
void *f(void *a) {
    uintptr_t u = (uintptr_t)a;
    int *p = (int *)(u ^ 1);
    *p = 3;
    return 0;
}
int main(void) {
    pthread_t t;
    int v = 1;
    uintptr_t u = (uintptr_t)&v ^ 1;
    pthread_create(&t, 0, f, (void *)u);
    assert(v == 1); // fails
    return 0;
}

// not proved: race
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *shared;
static void *f(void *a) {
    pthread_mutex_lock(&m);
    int *p = shared;
    pthread_mutex_unlock(&m);
    if (p) *p = 1;
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    int *p = malloc(sizeof *p);
    uintptr_t address = (uintptr_t)p, copy = 0;
    for (int i = 0; i < 64; i++)
        if (address >> i & 1) copy |= 1ul << i;
    pthread_mutex_lock(&m);
    shared = (int *)copy;
    pthread_mutex_unlock(&m);
    *p = 2;
    return 0;
}

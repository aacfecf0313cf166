// not proved: race
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static struct { pthread_mutex_t m; int v; } l[2] = {{PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0}};
static _Atomic int i = 1;
static void *f(void *a) { int k = i; pthread_mutex_lock(&l[k].m); k = i; l[k].v++; pthread_mutex_unlock(&l[0].m); return 0; }
static void *g(void *a) { int k = i; pthread_mutex_lock(&l[k].m); l[k].v++; i = 0; pthread_mutex_unlock(&l[k].m); return 0; }
int main(void) {
    pthread_t s, t;
    
    pthread_create(&s, 0, f, 0);
    pthread_create(&t, 0, g, 0);
    
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}

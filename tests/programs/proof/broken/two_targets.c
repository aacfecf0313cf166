// not proved: race
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int c;
static void *f(void *a) { pthread_mutex_t *p = c ? &m : &n; pthread_mutex_lock(p); x++; pthread_mutex_unlock(p); return 0; }
static void *g(void *a) { pthread_mutex_t *p = c ? &m : &n; pthread_mutex_lock(p); x++; pthread_mutex_unlock(p); return 0; }
int main(void) {
    pthread_t s, t;
    
    pthread_create(&s, 0, f, 0);
    pthread_create(&t, 0, g, 0);
    c = 1;
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}

// not proved: race
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t l[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static _Atomic int i;
static void *f(void *a) { pthread_mutex_lock(&l[i]); x++; pthread_mutex_unlock(&l[i]); return 0; }
static void *g(void *a) { pthread_mutex_lock(&l[1 - i]); x++; pthread_mutex_unlock(&l[1 - i]); return 0; }
int main(void) {
    pthread_t s, t;
    
    pthread_create(&s, 0, f, 0);
    pthread_create(&t, 0, g, 0);
    
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}

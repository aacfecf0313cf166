// not proved: race
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t k;
static void clean(void *a) { *(int *)a = 1; }
static void *f(void *a) { pthread_setspecific(k, &x); return 0; }
static void *g(void *a) { pthread_mutex_lock(&m);  x++; pthread_mutex_unlock(&m);  return 0; }
int main(void) {
    pthread_t s, t;
    pthread_key_create(&k, clean);
    pthread_create(&s, 0, f, 0);
    pthread_create(&t, 0, g, 0);
    
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}

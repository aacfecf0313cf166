// not proved: race
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void clean(void *a) { x++; pthread_mutex_unlock(&m); }
static void *f(void *a) { pthread_cleanup_push(clean, 0); pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m); pthread_cleanup_pop(0); return 0; }
static void *g(void *a) { pthread_mutex_lock(&n); x++; pthread_mutex_unlock(&n); return 0; }
int main(void) {
    pthread_t s, t;
    
    pthread_create(&s, 0, f, 0);
    pthread_create(&t, 0, g, 0);
    pthread_cancel(s);
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}

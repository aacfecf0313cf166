// proved: race lock deadlock
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int attempt(pthread_mutex_t *l) { return pthread_mutex_trylock(l) == 0; }
static void *f(void *a) { int r = pthread_mutex_trylock(&m); if (r == 0) { x++; pthread_mutex_unlock(&m);  } return 0; }
static void *g(void *a) { if (!attempt(&m)) return 0; x++; pthread_mutex_unlock(&m);  return 0; }
int main(void) {
    pthread_t s, t;
    
    pthread_create(&s, 0, f, 0);
    pthread_create(&t, 0, g, 0);
    
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}

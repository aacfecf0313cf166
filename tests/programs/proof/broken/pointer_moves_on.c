// not proved: race
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int c = 1;
static struct e { pthread_mutex_t m; int v; } l[2] = {{PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0}};
static void *f(void *a) { struct e *p = l; pthread_mutex_lock(&p->m); p = l + c; p->v++; pthread_mutex_unlock(&l->m); return 0; }
static void *g(void *a) { struct e *p = l + 1; pthread_mutex_lock(&p->m); p->v++; pthread_mutex_unlock(&p->m); return 0; }
int main(void) {
    pthread_t s, t;
    
    pthread_create(&s, 0, f, 0);
    pthread_create(&t, 0, g, 0);
    
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}

// proved: race
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static struct e { pthread_mutex_t m; int v; } l[2] = {{PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0}};
static _Atomic int i;
static void *f(void *a) { struct e *p = &l[i]; pthread_mutex_lock(&p->m); p->v = 1; pthread_mutex_unlock(&p->m); return 0; }
static void *g(void *a) { struct e *p = &l[i]; pthread_mutex_lock(&p->m); p->v = 1; pthread_mutex_unlock(&p->m); return 0; }
int main(void) {
    pthread_t s, t;
    
    pthread_create(&s, 0, f, 0);
    pthread_create(&t, 0, g, 0);
    i = 1;
    pthread_join(s, 0);
    pthread_join(t, 0);
    return 0;
}

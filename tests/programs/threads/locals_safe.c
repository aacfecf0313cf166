// expect: safe
// native: no (atomic sections)
/* Locals of two threads that follow each other at one address are two things. */
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void bump(int *p) { *p = *p + 1; }
static void *waits(void *argument) {
    { int own = 1; bump(&own); }
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, waits, 0);
    __VERIFIER_atomic_begin();
    { int own = 2; bump(&own); }
    __VERIFIER_atomic_end();
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}

// proved: race
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static struct b { int v; } *shared;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *a) { struct b *n = malloc(sizeof *n); n->v = 1; pthread_mutex_lock(&m); shared = n; if (shared) shared->v = 2; pthread_mutex_unlock(&m); return 0; }
int main(void) { pthread_t s, t; pthread_create(&s, 0, f, 0); pthread_create(&t, 0, f, 0); return 0; }

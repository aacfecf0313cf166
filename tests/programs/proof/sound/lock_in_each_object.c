// proved: race
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static struct b { pthread_mutex_t lock; int v; } *rows[2];
static void *f(void *a) { struct b *p = a; for (;;) { pthread_mutex_lock(&p->lock); p->v = !p->v; pthread_mutex_unlock(&p->lock); } return 0; }
int main(void) { pthread_t s, t; for (int i = 0; i < 2; i++) { struct b *p = malloc(sizeof *p); pthread_mutex_init(&p->lock, 0); p->v = 0; rows[i] = p; }
 pthread_create(&s, 0, f, rows[0]); pthread_create(&t, 0, f, rows[1]); pthread_create(&t, 0, f, rows[1]); pthread_exit(0); }

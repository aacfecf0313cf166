// not proved: reach
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
_Atomic int x; int own;
void *f(void *u) { for (;;) { x = 1; own = 1; if (own) exit(0); x = 0; } }
void *g(void *u) { for (;;) assert(x == 0); }
int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); pthread_join(a, 0); }

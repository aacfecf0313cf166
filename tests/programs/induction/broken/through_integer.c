// not proved: reach
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int x; _Atomic unsigned long where;
void *f(void *u) { for (;;) where = (unsigned long)&x; }
void *g(void *u) { for (;;) { unsigned long w = where; if (w) *(int *)w = 7; assert(x != 7); } }
int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); pthread_join(a, 0); }

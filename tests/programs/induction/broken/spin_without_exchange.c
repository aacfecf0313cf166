// not proved: reach race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
_Atomic int held; int c;
void *f(void *u) { for (;;) { while (held) ; held = 1; c++; assert(c == 1); c--; held = 0; } }
int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, f, 0); pthread_join(a, 0); }

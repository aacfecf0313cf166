// not proved: reach
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
_Atomic int ready; _Atomic int data;
void *f(void *u) { for (;;) { ready = 1; data = 1; ready = 0; data = 0; } }
void *g(void *u) { for (;;) { if (ready) assert(data); } }
int main(void) { pthread_t a, b; pthread_create(&a, 0, f, 0); pthread_create(&b, 0, g, 0); pthread_join(a, 0); }

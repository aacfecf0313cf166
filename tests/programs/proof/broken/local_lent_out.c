// not proved: race
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static int *_Atomic p;
static void *f(void *a) { int o = 0; p = &o; o = 1; while (p) ; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); int *q = p; if (q) *q = 2; p = 0; return 0; }

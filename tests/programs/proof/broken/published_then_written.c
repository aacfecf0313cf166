// not proved: race
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static int *_Atomic p;
static void *f(void *a) { int *q = p; if (q) *q = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); int *o = malloc(sizeof *o); *o = 0; p = o; *o = 2; return 0; }

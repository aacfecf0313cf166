// not proved: race
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static uintptr_t p;
static _Atomic int ready;
static void *f(void *a) { while (!ready) ; int *q = (int *)p; *q = 1; return 0; }
int main(void) { pthread_t t; int *o = malloc(sizeof *o); *o = 0; pthread_create(&t, 0, f, 0); p = (uintptr_t)o; ready = 1; *o = 2; return 0; }

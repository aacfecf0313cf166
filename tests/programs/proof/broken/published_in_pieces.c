// not proved: race
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static unsigned char p[8];
static _Atomic int ready;
static void *f(void *a) { while (!ready) ; int *q; memcpy(&q, p, 8); *q = 1; return 0; }
int main(void) { pthread_t t; int *o = malloc(sizeof *o); pthread_create(&t, 0, f, 0); memcpy(p, &o, 8); ready = 1; *o = 2; return 0; }

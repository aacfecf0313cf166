// proved: race
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static void *f(void *a) { int *o = malloc(sizeof *o); *o = 1; (*o)++; free(o); static _Thread_local int own; own++; int l = 0, *p = &l; *p = 1; return 0; }
int main(void) { pthread_t s, t; pthread_create(&s, 0, f, 0); pthread_create(&t, 0, f, 0); return 0; }

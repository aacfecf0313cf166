// proved: race
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static void *f(void *a) { int *o = a; (*o)++; free(o); return 0; }
int main(void) { pthread_t s; int *o = malloc(sizeof *o); *o = 1; pthread_create(&s, 0, f, o); return 0; }

// not proved: race
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static struct { int a : 3, b : 5; } s;
static void *f(void *a) { s.a = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); s.b = 1; return 0; }

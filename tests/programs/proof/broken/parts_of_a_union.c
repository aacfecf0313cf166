// not proved: race
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static union { int whole; short half[2]; } u;
static void *f(void *a) { u.half[1] = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); u.whole = 1; return 0; }

// proved: race
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static int row[2];
static void *f(void *a) { int *p = a; *p = 1; return 0; }
int main(void) { pthread_t t[2]; for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, &row[i]); for (int i = 0; i < 2; i++) pthread_join(t[i], 0); return row[0]; }

// not proved: lock
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
int main(void) { pthread_mutex_destroy(&m); pthread_mutex_lock(&m);  pthread_mutex_unlock(&m);  return 0; }

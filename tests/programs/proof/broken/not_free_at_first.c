// not proved: deadlock
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static pthread_mutex_t m = {.__data = {.__lock = 9}};
int main(void) { pthread_mutex_lock(&m); return 0; }

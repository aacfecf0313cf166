// not proved: lock
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
static pthread_spinlock_t z;
int main(void) { pthread_spin_lock(&z); pthread_spin_unlock(&z); return 0; }

// expect: unsafe lock 7
/* A spin lock without pthread_spin_init. */
#include <pthread.h>
pthread_spinlock_t lock;
int main(void)
{
    pthread_spin_lock(&lock);
    return 0;
}

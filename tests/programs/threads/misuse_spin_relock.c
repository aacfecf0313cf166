// expect: unsafe lock 9
/* A spin lock is locked again by its owner. */
#include <pthread.h>
pthread_spinlock_t lock;
int main(void)
{
    pthread_spin_init(&lock, 0);
    pthread_spin_lock(&lock);
    pthread_spin_lock(&lock);
    return 0;
}

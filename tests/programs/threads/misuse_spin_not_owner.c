// expect: unsafe lock 9
/* Another thread unlocks the spin lock. */
#include <pthread.h>

pthread_spinlock_t lock;

void *work(void *argument)
{
    pthread_spin_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_spin_init(&lock, 0);
    pthread_spin_lock(&lock);
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    return 0;
}

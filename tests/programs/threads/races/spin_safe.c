// expect: safe
/* Each thread holds the spin lock. */
#include <pthread.h>

pthread_spinlock_t lock;
int counter;

void *work(void *argument)
{
    pthread_spin_lock(&lock);
    counter++;
    pthread_spin_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_spin_init(&lock, 0);
    pthread_create(&thread, 0, work, 0);
    work(0);
    pthread_join(thread, 0);
    return counter != 2;
}

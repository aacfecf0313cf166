/* Each thread spins for the lock that the other one has. */
#include <pthread.h>

static pthread_spinlock_t one, two;

static void *work(void *unused)
{
    pthread_spin_lock(&two);
    pthread_spin_lock(&one);
    pthread_spin_unlock(&one);
    pthread_spin_unlock(&two);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_spin_init(&one, 0);
    pthread_spin_init(&two, 0);
    pthread_create(&thread, 0, work, 0);
    pthread_spin_lock(&one);
    pthread_spin_lock(&two);
    pthread_spin_unlock(&two);
    pthread_spin_unlock(&one);
    pthread_join(thread, 0);
}

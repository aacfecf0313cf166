// expect: unsafe deadlock 10
/* Two spin locks in opposite orders. */
#include <pthread.h>

pthread_spinlock_t a, b;

void *forward(void *argument)
{
    pthread_spin_lock(&a);
    pthread_spin_lock(&b);
    pthread_spin_unlock(&b);
    pthread_spin_unlock(&a);
    return argument;
}

void *backward(void *argument)
{
    pthread_spin_lock(&b);
    pthread_spin_lock(&a);
    pthread_spin_unlock(&a);
    pthread_spin_unlock(&b);
    return argument;
}

int main(void)
{
    pthread_t thread, other;
    pthread_spin_init(&a, 0), pthread_spin_init(&b, 0);
    pthread_create(&thread, 0, forward, 0);
    pthread_create(&other, 0, backward, 0);
    pthread_join(thread, 0);
    pthread_join(other, 0);
    return 0;
}

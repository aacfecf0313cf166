// expect: unsafe deadlock 19
/* Two rwlocks, for reading and for writing, in opposite orders. */
#include <pthread.h>

pthread_rwlock_t a = PTHREAD_RWLOCK_INITIALIZER, b = PTHREAD_RWLOCK_INITIALIZER;

void *forward(void *argument)
{
    pthread_rwlock_rdlock(&a);
    pthread_rwlock_wrlock(&b);
    pthread_rwlock_unlock(&b);
    pthread_rwlock_unlock(&a);
    return argument;
}

void *backward(void *argument)
{
    pthread_rwlock_rdlock(&b);
    pthread_rwlock_wrlock(&a);
    pthread_rwlock_unlock(&a), pthread_rwlock_unlock(&b);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, forward, 0), backward(0);
    pthread_join(thread, 0);
    return 0;
}

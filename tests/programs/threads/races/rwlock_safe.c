// expect: safe
/* Readers read, writers write. */
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int value, reads;

void *work(void *argument)
{
    pthread_rwlock_wrlock(&lock);
    value++;
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_rwlock_rdlock(&lock);
    reads = value;
    pthread_rwlock_unlock(&lock);
    pthread_join(thread, 0);
    return 0;
}

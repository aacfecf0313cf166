// expect: unsafe lock 10
// models: m64 m32
/* A thread that holds nothing unlocks. */
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

void *work(void *argument)
{
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_rwlock_rdlock(&lock);
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    return 0;
}

// expect: unsafe lock 8
/* A rwlock is used after its end. */
#include <pthread.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int main(void)
{
    pthread_rwlock_destroy(&lock);
    pthread_rwlock_tryrdlock(&lock);
    return 0;
}

// expect: unsafe lock 8
/* A rwlock is destroyed while somebody reads. */
#include <pthread.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int main(void)
{
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_destroy(&lock);
    return 0;
}

// expect: unsafe lock 8
/* A writer asks for writing again. */
#include <pthread.h>
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int main(void)
{
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_wrlock(&lock);
    return 0;
}

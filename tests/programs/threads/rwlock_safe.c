// expect: safe
// models: m64 m32
/* A writer is alone. */
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int low, high;

void *read_both(void *argument)
{
    pthread_rwlock_rdlock(&lock);
    assert(low == high);
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t reader, other;
    pthread_create(&reader, 0, read_both, 0);
    pthread_create(&other, 0, read_both, 0);
    pthread_rwlock_wrlock(&lock);
    low++;
    high++;
    pthread_rwlock_unlock(&lock);
    pthread_join(reader, 0);
    pthread_join(other, 0);
    assert(pthread_rwlock_destroy(&lock) == 0);
    return 0;
}

// expect: unsafe reach 15
// models: m64 m32
/* Readers run together, so what they change is not protected. */
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
int inside;

void *count(void *argument)
{
    pthread_rwlock_rdlock(&lock);
    __atomic_fetch_add(&inside, 1, __ATOMIC_SEQ_CST);
    if (argument == 0)
        assert(__atomic_load_n(&inside, __ATOMIC_SEQ_CST) == 1);
    __atomic_fetch_sub(&inside, 1, __ATOMIC_SEQ_CST);
    pthread_rwlock_unlock(&lock);
    return argument;
}

int main(void)
{
    pthread_t reader;
    pthread_create(&reader, 0, count, 0);
    count(&reader);
    pthread_join(reader, 0);
    return 0;
}

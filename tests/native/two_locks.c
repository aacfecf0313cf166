// A read-write lock and a mutex, locked in different orders
#include <pthread.h>

static pthread_rwlock_t table = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t statistics = PTHREAD_MUTEX_INITIALIZER;
static int entries, lookups;

static void *look(void *unused)
{
    pthread_rwlock_rdlock(&table);
    pthread_mutex_lock(&statistics);
    lookups += entries;
    pthread_mutex_unlock(&statistics);
    pthread_rwlock_unlock(&table);
    return unused;
}

static void *clear(void *unused)
{
    pthread_mutex_lock(&statistics);
    pthread_rwlock_wrlock(&table);
    entries = lookups = 0;
    pthread_rwlock_unlock(&table);
    pthread_mutex_unlock(&statistics);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, look, NULL);
    pthread_create(&two, NULL, clear, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}

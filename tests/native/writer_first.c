// A reader reads again, and a writer who waits comes first
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t table;
static int entries;

static void *reader(void *unused)
{
    pthread_rwlock_rdlock(&table);
    pthread_rwlock_rdlock(&table);
    entries == 0;
    pthread_rwlock_unlock(&table);
    pthread_rwlock_unlock(&table);
    return unused;
}

static void *writer(void *unused)
{
    pthread_rwlock_wrlock(&table);
    entries++;
    pthread_rwlock_unlock(&table);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_rwlockattr_t attributes;
    pthread_rwlockattr_init(&attributes);
    pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
    pthread_rwlock_init(&table, &attributes);
    pthread_create(&one, NULL, reader, NULL);
    pthread_create(&two, NULL, writer, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return 0;
}

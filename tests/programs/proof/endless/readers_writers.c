/* Readers and writers of a table, for ever. */
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int table[4];
static unsigned version;

static void *read_all(void *unused)
{
    for (;;) {
        int sum = 0;
        pthread_rwlock_rdlock(&lock);
        for (int i = 0; i < 4; i++)
            sum += table[i];
        pthread_rwlock_unlock(&lock);
        if (sum < 0)
            return unused;
    }
}

static void *write_next(void *unused)
{
    for (;;) {
        pthread_rwlock_wrlock(&lock); /* broken: pthread_rwlock_rdlock(&lock); */
        table[version % 4] = 1;
        version++;
        pthread_rwlock_unlock(&lock);
    }
    return unused;
}

int main(void)
{
    pthread_t readers[3], writers[2];
    for (int i = 0; i < 3; i++)
        pthread_create(&readers[i], 0, read_all, 0);
    for (int i = 0; i < 2; i++)
        pthread_create(&writers[i], 0, write_next, 0);
    pthread_exit(0);
}

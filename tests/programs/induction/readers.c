// proved: reach lock race deadlock; break: pthread_rwlock_wrlock(&l); -> pthread_rwlock_rdlock(&l);
#include <assert.h>
#include <pthread.h>

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int low, high;

void *writer(void *unused)
{
    while (1) {
        pthread_rwlock_wrlock(&l);
        low = (low + 1) % 5;
        high = low + 1;
        pthread_rwlock_unlock(&l);
    }
    return 0;
}

void *reader(void *unused)
{
    while (1) {
        pthread_rwlock_rdlock(&l);
        int difference = high - low;
        assert(difference == 1 || high == 0);
        pthread_rwlock_unlock(&l);
    }
    return 0;
}

int main(void)
{
    pthread_t w, r[3];
    pthread_create(&w, 0, writer, 0);
    for (int i = 0; i < 3; i++)
        pthread_create(&r[i], 0, reader, 0);
    pthread_join(w, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(r[i], 0);
    return 0;
}

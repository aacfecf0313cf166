// proved: reach memory arith
// writers keep two numbers apart by at most one; readers hold the lock together
#include <assert.h>
#include <pthread.h>
static int low, high;
static pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;
static void *write_both(void *unused)
{
    for (;;) {
        pthread_rwlock_wrlock(&r);
        low = 100;
        high = 0;
        low = (high + 7) % 5;
        high = 10;
        pthread_rwlock_unlock(&r);
    }
    return unused;
}
static void *read_both(void *unused)
{
    for (;;) {
        pthread_rwlock_rdlock(&r);
        assert(low < 5 && high <= 10);
        pthread_rwlock_unlock(&r);
    }
    return unused;
}
int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], 0, write_both, 0);
    pthread_create(&threads[1], 0, read_both, 0);
    pthread_create(&threads[2], 0, read_both, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
}

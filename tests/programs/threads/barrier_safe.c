// expect: safe
// models: m64 m32
/* Nobody passes before all have arrived, round after round, and one thread is told so each time. */
#include <assert.h>
#include <pthread.h>

pthread_barrier_t barrier;
int left, right, serial;

void *work(void *argument)
{
    int *mine = argument, *other = mine == &left ? &right : &left;
    for (int round = 1; round <= 2; round++) {
        __atomic_store_n(mine, round, __ATOMIC_SEQ_CST);
        int outcome = pthread_barrier_wait(&barrier);
        assert(outcome == 0 || outcome == PTHREAD_BARRIER_SERIAL_THREAD);
        if (outcome != 0)
            __atomic_fetch_add(&serial, 1, __ATOMIC_SEQ_CST);
        assert(__atomic_load_n(other, __ATOMIC_SEQ_CST) >= round);
    }
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&thread, 0, work, &left);
    work(&right);
    pthread_join(thread, 0);
    assert(serial == 2);
    assert(pthread_barrier_destroy(&barrier) == 0);
    return 0;
}

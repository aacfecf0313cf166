// expect: unsafe reach 13
// models: m64 m32
/* After the barrier the other thread may already have gone on. */
#include <assert.h>
#include <pthread.h>

pthread_barrier_t barrier;
int step;

void *work(void *argument)
{
    pthread_barrier_wait(&barrier);
    assert(__atomic_load_n(&step, __ATOMIC_SEQ_CST) == 0);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&thread, 0, work, 0);
    pthread_barrier_wait(&barrier);
    __atomic_store_n(&step, 1, __ATOMIC_SEQ_CST);
    pthread_join(thread, 0);
    return 0;
}

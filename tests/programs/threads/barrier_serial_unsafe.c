// expect: unsafe reach 13
/* Which thread is told so is nobody's choice. */
#include <assert.h>
#include <pthread.h>

pthread_barrier_t barrier;

void *work(void *argument)
{
    int last = argument != 0;
    int outcome = pthread_barrier_wait(&barrier);
    if (outcome == PTHREAD_BARRIER_SERIAL_THREAD)
        assert(last);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&thread, 0, work, 0);
    work(&barrier);
    pthread_join(thread, 0);
    return 0;
}

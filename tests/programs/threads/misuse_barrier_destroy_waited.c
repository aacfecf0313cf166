// expect: unsafe lock 10, lock 19
// models: m64 m32
/* The barrier goes while a thread may wait at it, or before it comes. */
#include <pthread.h>

pthread_barrier_t barrier;

void *work(void *argument)
{
    pthread_barrier_wait(&barrier);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&thread, 0, work, 0);
    pthread_barrier_destroy(&barrier);
    return 0;
}

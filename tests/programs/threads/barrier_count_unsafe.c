// expect: unsafe deadlock 9
/* Two threads at a barrier for three. */
#include <pthread.h>

pthread_barrier_t barrier;

void *work(void *argument)
{
    pthread_barrier_wait(&barrier);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_barrier_init(&barrier, 0, 3);
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    pthread_detach(second);
    pthread_join(first, 0);
    return 0;
}

// expect: safe
/* The neighbor's slot is read after the barrier. */
#include <pthread.h>

pthread_barrier_t barrier;
int slots[2];

void *work(void *argument)
{
    slots[0] = 1;
    pthread_barrier_wait(&barrier);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&thread, 0, work, 0);
    slots[1] = 2;
    pthread_barrier_wait(&barrier);
    int seen = slots[0];
    pthread_join(thread, 0);
    return seen > 1;
}

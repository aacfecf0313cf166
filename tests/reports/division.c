/* The divisor is checked, and changed by another thread before it is used. */
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int workers = 1;

static void *leave(void *unused)
{
    workers--;
    return unused;
}

int main(void)
{
    pthread_t worker;
    int share = 0;
    pthread_create(&worker, NULL, leave, NULL);
    if (workers != 0)
        share = 100 / workers;
    pthread_join(worker, NULL);
    return share;
}

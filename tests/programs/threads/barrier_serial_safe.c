// expect: safe
/* The thread that is told so destroys the barrier at once, the others may still be leaving. */
#include <pthread.h>
#include <stdlib.h>

pthread_barrier_t *barrier;

void *work(void *argument)
{
    pthread_barrier_t *mine = barrier;
    if (pthread_barrier_wait(mine) == PTHREAD_BARRIER_SERIAL_THREAD) {
        pthread_barrier_destroy(mine);
        free(mine);
    }
    return argument;
}

int main(void)
{
    pthread_t first, second;
    barrier = malloc(sizeof *barrier);
    pthread_barrier_init(barrier, 0, 3);
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, 0);
    work(0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}

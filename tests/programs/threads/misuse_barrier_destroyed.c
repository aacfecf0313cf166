// expect: unsafe lock 9
/* The barrier is used after its end. */
#include <pthread.h>
pthread_barrier_t barrier;
int main(void)
{
    pthread_barrier_init(&barrier, 0, 1);
    pthread_barrier_destroy(&barrier);
    pthread_barrier_wait(&barrier);
    return 0;
}

// expect: unsafe lock 7
/* Nobody said for how many threads the barrier is. */
#include <pthread.h>
pthread_barrier_t barrier;
int main(void)
{
    pthread_barrier_wait(&barrier);
    return 0;
}

// expect: unsafe lock 8
/* A thread waits without holding the mutex. */
#include <pthread.h>
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
int main(void)
{
    pthread_cond_wait(&condition, &mutex);
    return 0;
}

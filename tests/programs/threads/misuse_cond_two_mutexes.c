// expect: unsafe lock 12
/* Two threads wait at one condition variable with different mutexes. */
#include <pthread.h>

pthread_mutex_t mutexes[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

void *work(void *argument)
{
    pthread_mutex_t *mutex = argument;
    pthread_mutex_lock(mutex);
    pthread_cond_wait(&condition, mutex);
    pthread_mutex_unlock(mutex);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, work, &mutexes[0]);
    pthread_create(&second, 0, work, &mutexes[1]);
    return 0;
}

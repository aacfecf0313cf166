// expect: unsafe lock 10
// models: m64 m32
/* Another thread unlocks the mutex. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *work(void *argument)
{
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_mutex_lock(&mutex);
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    return 0;
}

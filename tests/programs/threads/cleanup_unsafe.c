// expect: unsafe deadlock 23
// models: m64 m32
/* pthread_exit without a handler leaves the mutex locked. */
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

void *work(void *argument)
{
    pthread_mutex_lock(&mutex);
    if (argument == 0)
        pthread_exit(0);
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    sched_yield();
    pthread_mutex_lock(&mutex);
    return 0;
}

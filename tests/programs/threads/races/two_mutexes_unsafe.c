// expect: race counter
/* Each thread holds a mutex, but not the same one. */
#include <pthread.h>

pthread_mutex_t mine = PTHREAD_MUTEX_INITIALIZER, yours = PTHREAD_MUTEX_INITIALIZER;
int counter;

void *work(void *argument)
{
    pthread_mutex_lock(&mine);
    counter++;
    pthread_mutex_unlock(&mine);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_mutex_lock(&yours);
    counter++;
    pthread_mutex_unlock(&yours);
    pthread_join(thread, 0);
    return 0;
}

// expect: unsafe lock 14
/* A thread is joined a second time. */
#include <pthread.h>
void *work(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    pthread_join(thread, 0);
    return 0;
}

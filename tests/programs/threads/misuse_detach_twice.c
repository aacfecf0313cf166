// expect: unsafe lock 13
/* A detached thread is detached again. */
#include <pthread.h>
void *work(void *argument)
{
    return argument;
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_detach(thread);
    pthread_detach(thread);
    return 0;
}

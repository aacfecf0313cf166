// expect: unsafe lock 13
/* A detached thread is joined. */
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
    pthread_join(thread, 0);
    return 0;
}

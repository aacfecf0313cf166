// expect: unsafe lock 17
/* A thread that was created detached cannot be joined. */
#include <pthread.h>

void *work(void *argument)
{
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_create(&thread, &attributes, work, 0);
    pthread_join(thread, 0);
    return 0;
}

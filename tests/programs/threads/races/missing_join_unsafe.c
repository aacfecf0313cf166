// expect: race result
/* The thread may still be writing. */
#include <pthread.h>

int result;

void *work(void *argument)
{
    result = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    int seen = result;
    pthread_join(thread, 0);
    return seen > 1;
}

// expect: safe
/* Written before the start, by the thread, and after its end. */
#include <pthread.h>

int result;

void *work(void *argument)
{
    result++;
    return argument;
}

int main(void)
{
    pthread_t thread;
    result = 1;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    result++;
    return result != 3;
}

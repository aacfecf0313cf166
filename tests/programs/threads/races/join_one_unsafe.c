// expect: race result
/* Two threads, of which only one is waited for. */
#include <pthread.h>

int result;

void *work(void *argument)
{
    if (argument)
        result = 1;
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, work, 0);
    pthread_create(&second, 0, work, &first);
    pthread_join(first, 0);
    result = 2;
    pthread_join(second, 0);
    return 0;
}

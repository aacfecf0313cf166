// expect: unsafe lock 23
/* A thread that was joined cannot be canceled any more. */
#include <pthread.h>

pthread_t worker;

void *work(void *argument)
{
    return argument;
}

void *join_it(void *argument)
{
    pthread_join(worker, 0);
    return argument;
}

int main(void)
{
    pthread_t joiner;
    pthread_create(&worker, 0, work, 0);
    pthread_create(&joiner, 0, join_it, 0);
    pthread_cancel(worker);
    pthread_join(joiner, 0);
    return 0;
}

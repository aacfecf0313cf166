// expect: race message
/* The flag is set too early. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready;
int message;

void *work(void *argument)
{
    ready = 1;
    message = 7;
    return argument;
}

int main(void)
{
    pthread_t thread;
    int seen = 7;
    pthread_create(&thread, 0, work, 0);
    while (!ready)
        ;
    seen = message;
    pthread_join(thread, 0);
    return seen > 7;
}

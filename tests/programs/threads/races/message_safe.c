// expect: safe
/* What was written before an atomic flag is set may be read by those who saw it. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready;
int message;

void *work(void *argument)
{
    message = 7;
    ready = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    int seen = 7;
    pthread_create(&thread, 0, work, 0);
    if (ready)
        seen = message;
    pthread_join(thread, 0);
    return seen != 7;
}

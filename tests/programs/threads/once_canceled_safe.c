// expect: safe
/* A routine that is canceled is called again by the next thread, as if it had never been called. */
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int ready;

void prepare(void)
{
    usleep(1);
    ready++;
}

void *work(void *argument)
{
    pthread_once(&once, prepare);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_cancel(thread);
    pthread_join(thread, 0);
    pthread_once(&once, prepare);
    assert(ready == 1);
    return 0;
}

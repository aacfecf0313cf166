// expect: safe
// models: m64 m32
/* The routine runs once, and is over when pthread_once returns, in whichever thread. */
#include <assert.h>
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int calls, ready;

void prepare(void)
{
    calls++;
    ready = 1;
}

void *use(void *argument)
{
    assert(pthread_once(&once, prepare) == 0);
    assert(ready == 1 && calls == 1);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, use, 0);
    pthread_create(&second, 0, use, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}

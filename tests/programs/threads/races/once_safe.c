// expect: safe
/* What the routine wrote may be read by everybody who asked for it. */
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int value;

static void prepare(void)
{
    value = 1;
}

void *work(void *argument)
{
    pthread_once(&once, prepare);
    if (value != 1)
        argument = &value;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_once(&once, prepare);
    int seen = value;
    (void)seen;
    pthread_join(thread, 0);
    return 0;
}

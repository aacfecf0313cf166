/* race: a function reads what another thread writes, and nobody wants its result */
#include <pthread.h>
int data;

static void *work(void *argument)
{
    data = 1;
    return argument;
}

static int get(void)
{
    return data;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    get();
    return 0;
}

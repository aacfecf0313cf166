/* race: a zero is written where a zero is */
#include <pthread.h>
int data, seen;

static void *work(void *argument)
{
    data = 0;
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    seen = data;
    return 0;
}

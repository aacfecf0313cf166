/* memory: a function reads freed memory, and nobody wants its result */
#include <pthread.h>
#include <stdlib.h>
int *data;

static void *work(void *argument)
{
    free(data);
    return argument;
}

static int get(void)
{
    return *data;
}

int main(void)
{
    pthread_t t;
    data = malloc(sizeof *data);
    if (data == 0)
        return 0;
    pthread_create(&t, 0, work, 0);
    get();
    pthread_join(t, 0);
    return 0;
}

/* memory: the argument of a function without a body is read from freed memory, which is a race as well */
#include <pthread.h>
#include <stdlib.h>
int *data;
void show(int value);

static void *work(void *argument)
{
    free(data);
    return argument;
}

int main(void)
{
    pthread_t t;
    data = malloc(sizeof *data);
    if (data == 0)
        return 0;
    pthread_create(&t, 0, work, 0);
    show(*data);
    pthread_join(t, 0);
    return 0;
}

/* leak, when the last thread ends */
#include <pthread.h>
#include <stdlib.h>
int *block;

static void *work(void *argument)
{
    block = malloc(4);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_exit(0);
}

/* leak, at the exit of main alone: it needs few rounds, and main never ends before */
#include <pthread.h>
#include <stdlib.h>
int *block;

static void *work(void *argument)
{
    free(block);
    return argument;
}

int main(void)
{
    pthread_t t;
    block = malloc(4);
    pthread_create(&t, 0, work, 0);
    malloc(4);
    return 0;
}

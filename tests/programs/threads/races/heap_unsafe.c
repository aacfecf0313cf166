// expect: race heap
/* A block that both threads know. */
#include <pthread.h>
#include <stdlib.h>

static int sum;

void *work(void *argument)
{
    sum += *(int *)argument;
    return 0;
}

int main(void)
{
    pthread_t thread;
    int *block = malloc(sizeof *block);
    *block = 1;
    pthread_create(&thread, 0, work, block);
    *block = 2;
    pthread_join(thread, 0);
    free(block);
    return sum > 2;
}

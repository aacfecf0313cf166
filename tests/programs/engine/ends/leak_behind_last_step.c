/* leak: the thread has allocated when main ends the process, and nobody notices a step of it */
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
    return 0;
}

/* leak: main may end the process while the thread holds memory, and nobody notices a step of it */
#include <pthread.h>
#include <stdlib.h>
int y;

static void *work(void *argument)
{
    int *own = malloc(4);
    y = 1;
    free(own);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    return 0;
}

/* leak: the thread ends the process while main waits for it with memory in its hands */
#include <pthread.h>
#include <stdlib.h>

static void *work(void *argument)
{
    exit(0);
    return argument;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    int *block = malloc(4);
    pthread_join(t, 0);
    free(block);
    return 0;
}

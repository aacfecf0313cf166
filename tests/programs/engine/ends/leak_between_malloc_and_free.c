/* the thread may end the process while main is between malloc and free, which is one step here */
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
    int *own = malloc(4);
    free(own);
    pthread_join(t, 0);
    return 0;
}

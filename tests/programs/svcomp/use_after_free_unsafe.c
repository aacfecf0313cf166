// The owner frees the message while the reader may still be at it.
#include <pthread.h>
#include <stdlib.h>

void *read_it(void *message)
{
    return (void *)(long)*(int *)message;
}

int main(void)
{
    pthread_t reader;
    int *message = malloc(sizeof *message);
    *message = 7;
    pthread_create(&reader, 0, read_it, message);
    free(message);
    pthread_join(reader, 0);
    return 0;
}

// The owner frees the message when the reader is done.
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
    pthread_join(reader, 0);
    free(message);
    return 0;
}

// One thread frees what both have.
#include <pthread.h>
#include <stdlib.h>
int *shared;

void *drop(void *unused)
{
    free(shared);
    return 0;
}

int main(void)
{
    pthread_t other;
    shared = malloc(sizeof *shared);
    pthread_create(&other, 0, drop, 0);
    pthread_join(other, 0);
    return 0;
}

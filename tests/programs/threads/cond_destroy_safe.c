// expect: safe
/* After a broadcast the condition variable may go at once, although threads are still leaving. */
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t *opened;
int is_open, waiting;

void *enter(void *argument)
{
    pthread_mutex_lock(&mutex);
    waiting++;
    if (!is_open)
        pthread_cond_wait(opened, &mutex);
    pthread_mutex_unlock(&mutex);
    return argument;
}

int main(void)
{
    pthread_t first;
    opened = malloc(sizeof *opened);
    pthread_cond_init(opened, 0);
    pthread_create(&first, 0, enter, 0);
    pthread_mutex_lock(&mutex);
    if (waiting == 1) {
        pthread_cond_broadcast(opened);
        pthread_cond_destroy(opened);
        free(opened);
    }
    is_open = 1;
    pthread_mutex_unlock(&mutex);
    pthread_join(first, 0);
    return 0;
}

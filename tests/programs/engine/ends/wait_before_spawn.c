/* deadlock: main waits before it has started anybody */
#include <pthread.h>
#include <semaphore.h>
sem_t e;

static void *post(void *argument)
{
    sem_post(&e);
    return argument;
}

int main(void)
{
    pthread_t t;
    sem_init(&e, 0, 0);
    sem_wait(&e);
    pthread_create(&t, 0, post, 0);
    return 0;
}

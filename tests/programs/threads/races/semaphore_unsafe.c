// expect: race item
/* The semaphore is posted too early. */
#include <pthread.h>
#include <semaphore.h>

sem_t full;
int item;

void *work(void *argument)
{
    sem_post(&full);
    item = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    sem_init(&full, 0, 0);
    pthread_create(&thread, 0, work, 0);
    sem_wait(&full);
    item++;
    pthread_join(thread, 0);
    return 0;
}

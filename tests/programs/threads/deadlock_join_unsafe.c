// expect: unsafe deadlock 13
/* Two threads wait for the end of each other. */
#include <pthread.h>
#include <semaphore.h>

pthread_t first, second;
sem_t ready;

void *work(void *argument)
{
    (void)argument;
    sem_wait(&ready);
    pthread_join(pthread_equal(pthread_self(), first) ? second : first, 0);
    return 0;
}

int main(void)
{
    sem_init(&ready, 0, 0);
    pthread_create(&first, 0, work, 0), pthread_create(&second, 0, work, 0);
    sem_post(&ready), sem_post(&ready);
    pthread_exit(0);
}

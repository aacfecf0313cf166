// expect: unsafe deadlock 11
/* Two semaphores, taken in opposite orders. */
#include <pthread.h>
#include <semaphore.h>

sem_t a, b;

void *forward(void *argument)
{
    sem_wait(&a);
    sem_wait(&b);
    sem_post(&b), sem_post(&a);
    return argument;
}

void *backward(void *argument)
{
    sem_wait(&b);
    sem_wait(&a);
    sem_post(&a), sem_post(&b);
    return argument;
}

int main(void)
{
    pthread_t thread, other;
    sem_init(&a, 0, 1), sem_init(&b, 0, 1);
    pthread_create(&thread, 0, forward, 0), pthread_create(&other, 0, backward, 0);
    pthread_join(thread, 0), pthread_join(other, 0);
    return 0;
}

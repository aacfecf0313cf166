/* deadlock of two threads, of which the one that the text starts first comes last */
#include <pthread.h>
#include <semaphore.h>
sem_t e, ready;
pthread_t t[3];

static void *inner(void *argument)
{
    sem_post(&ready);
    sem_wait(&e);
    return argument;
}

static void *later(void *argument)
{
    sem_wait(&e);
    return argument;
}

static void *outer(void *argument)
{
    pthread_create(&t[1], 0, inner, 0);
    return argument;
}

int main(void)
{
    sem_init(&e, 0, 0);
    sem_init(&ready, 0, 0);
    pthread_create(&t[0], 0, outer, 0);
    sem_wait(&ready);
    pthread_create(&t[2], 0, later, 0);
    pthread_exit(0);
}

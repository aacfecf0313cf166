// expect: unsafe reach 29
// models: m64 m32
/* A semaphore that lets two threads in is no lock. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t lock;
int counter;

void *count(void *argument)
{
    sem_wait(&lock);
    counter++;
    sem_post(&lock);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    sem_init(&lock, 0, 2);
    pthread_create(&first, 0, count, 0);
    pthread_create(&second, 0, count, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    int value;
    sem_getvalue(&lock, &value);
    assert(counter == 2 && value == 2);
    return 0;
}

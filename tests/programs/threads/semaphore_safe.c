// expect: safe
// models: m64 m32
/* A semaphore as a lock, and as a message. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

sem_t lock, done;
int counter;

void *count(void *argument)
{
    sem_wait(&lock);
    counter++;
    sem_post(&lock);
    sem_post(&done);
    return argument;
}

int main(void)
{
    pthread_t first, second;
    sem_init(&lock, 0, 1);
    sem_init(&done, 0, 0);
    pthread_create(&first, 0, count, 0);
    pthread_create(&second, 0, count, 0);
    sem_wait(&done);
    sem_wait(&done);
    assert(counter == 2);
    pthread_join(first, 0);
    pthread_join(second, 0);
    assert(sem_destroy(&lock) == 0 && sem_destroy(&done) == 0);
    return 0;
}

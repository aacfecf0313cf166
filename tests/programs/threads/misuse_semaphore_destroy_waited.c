// expect: unsafe lock 11
// models: m64 m32
/* The semaphore goes while a thread may wait at it, which is told there. */
#include <pthread.h>
#include <semaphore.h>

sem_t semaphore;

void *work(void *argument)
{
    sem_wait(&semaphore);
    return argument;
}

int main(void)
{
    pthread_t thread;
    sem_init(&semaphore, 0, 0);
    pthread_create(&thread, 0, work, 0);
    sem_destroy(&semaphore);
    pthread_join(thread, 0);
    return 0;
}

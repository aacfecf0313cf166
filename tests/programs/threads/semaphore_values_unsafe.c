// expect: unsafe deadlock 21
/* The value was tested, but another thread may take what is left before the wait. */
#include <pthread.h>
#include <semaphore.h>

sem_t semaphore;

void *take(void *argument)
{
    sem_trywait(&semaphore);
    return argument;
}

int main(void)
{
    pthread_t thread;
    int value;
    sem_init(&semaphore, 0, 1);
    pthread_create(&thread, 0, take, 0);
    sem_getvalue(&semaphore, &value);
    sem_wait(&semaphore);
    pthread_join(thread, 0);
    return 0;
}

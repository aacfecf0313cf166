// expect: unsafe deadlock 10
/* One thread is enough: nobody else could ever post. */
#include <semaphore.h>

sem_t semaphore;

int main(void)
{
    sem_init(&semaphore, 0, 1);
    sem_wait(&semaphore), sem_wait(&semaphore);
    return 0;
}

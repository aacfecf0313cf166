// expect: unsafe lock 7
/* A semaphore without sem_init. */
#include <semaphore.h>
sem_t semaphore;
int main(void)
{
    sem_post(&semaphore);
    return 0;
}

/* deadlock: there is nobody else */
#include <semaphore.h>

int main(void)
{
    sem_t e;
    sem_init(&e, 0, 0);
    sem_wait(&e);
    return 0;
}

// expect: unsafe lock 13
/* The semaphore is used after it was closed. */
#include <fcntl.h>
#include <semaphore.h>

#define NAME "/unthread_semaphore_named_unsafe"

int main(void)
{
    sem_t *semaphore = sem_open(NAME, O_CREAT, 0600, 1);
    sem_unlink(NAME);
    sem_close(semaphore);
    sem_wait(semaphore);
    return 0;
}

// expect: safe
// models: m64 m32
/* Named semaphores are found by name, once made, until they are unlinked. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>

#define NAME "/unthread_semaphore_named_safe"

void *post(void *argument)
{
    sem_t *semaphore = sem_open(NAME, 0);
    assert(semaphore != SEM_FAILED);
    sem_post(semaphore);
    return argument;
}

int main(void)
{
    pthread_t thread;
    sem_unlink(NAME);
    assert(sem_open(NAME, 0) == SEM_FAILED && errno == ENOENT);
    sem_t *semaphore = sem_open(NAME, O_CREAT | O_EXCL, 0600, 0);
    assert(semaphore != SEM_FAILED);
    assert(sem_open(NAME, O_CREAT | O_EXCL, 0600, 0) == SEM_FAILED && errno == EEXIST);
    pthread_create(&thread, 0, post, 0);
    sem_wait(semaphore);
    pthread_join(thread, 0);
    assert(sem_unlink(NAME) == 0);
    assert(sem_unlink(NAME) == -1 && errno == ENOENT);
    assert(sem_trywait(semaphore) == -1 && errno == EAGAIN);
    assert(sem_close(semaphore) == 0);
    return 0;
}

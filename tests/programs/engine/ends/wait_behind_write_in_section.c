/* no race: the section is never carried out before main has posted */
#include <pthread.h>
#include <semaphore.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int y;
sem_t e;

static void *work(void *argument)
{
    __VERIFIER_atomic_begin();
    y = 1;
    sem_wait(&e);
    __VERIFIER_atomic_end();
    return argument;
}

int main(void)
{
    pthread_t t;
    sem_init(&e, 0, 0);
    pthread_create(&t, 0, work, 0);
    y = 2;
    sem_post(&e);
    return 0;
}

// expect: race counter
/* Atomic in one thread, plain in the other. */
#include <pthread.h>

int counter;

void *work(void *argument)
{
    __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    counter++;
    pthread_join(thread, 0);
    return 0;
}

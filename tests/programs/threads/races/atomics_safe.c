// expect: safe
/* Atomic in both threads, read and written. */
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;

void *work(void *argument)
{
    counter++;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    counter++;
    int seen = counter;
    (void)seen;
    pthread_join(thread, 0);
    return 0;
}

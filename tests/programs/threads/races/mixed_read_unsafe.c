// expect: race counter
/* A plain read next to an atomic write. */
#include <pthread.h>

int counter;

void *work(void *argument)
{
    __atomic_store_n(&counter, 1, __ATOMIC_SEQ_CST);
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    int seen = counter;
    pthread_join(thread, 0);
    return seen > 1;
}

// expect: race local
/* A variable of main's, reached by its address. */
#include <pthread.h>

void *work(void *argument)
{
    *(int *)argument = 1;
    return 0;
}

int main(void)
{
    pthread_t thread;
    int local = 0;
    pthread_create(&thread, 0, work, &local);
    local++;
    pthread_join(thread, 0);
    return 0;
}

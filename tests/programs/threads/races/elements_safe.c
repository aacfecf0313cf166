// expect: safe
/* Each thread has elements of its own. */
#include <pthread.h>

char items[4];

void *work(void *argument)
{
    for (int i = 0; i < 4; i += 2)
        items[i] = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    for (int i = 1; i < 4; i += 2)
        items[i] = 2;
    pthread_join(thread, 0);
    return 0;
}

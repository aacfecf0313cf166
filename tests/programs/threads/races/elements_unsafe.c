// expect: race items
/* One element too many. */
#include <pthread.h>

char items[4];

void *work(void *argument)
{
    for (int i = 0; i < 3; i++)
        items[i] = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    for (int i = 2; i < 4; i++)
        items[i] = 2;
    pthread_join(thread, 0);
    return 0;
}

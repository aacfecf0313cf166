// expect: race text
/* What a library function reads and writes counts, too. */
#include <pthread.h>
#include <string.h>

char text[4];

void *work(void *argument)
{
    text[2] = 'a';
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    memset(text, 'b', sizeof text);
    pthread_join(thread, 0);
    return 0;
}

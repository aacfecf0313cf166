// expect: race word
/* A byte inside a word that another thread writes. */
#include <pthread.h>

unsigned word;

void *work(void *argument)
{
    ((unsigned char *)&word)[2] = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    word = 2;
    pthread_join(thread, 0);
    return 0;
}

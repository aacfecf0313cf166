// expect: safe
/* The two halves of a word. */
#include <pthread.h>

union {
    unsigned word;
    unsigned short halves[2];
} both;

void *work(void *argument)
{
    both.halves[0] = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    both.halves[1] = 2;
    pthread_join(thread, 0);
    return 0;
}

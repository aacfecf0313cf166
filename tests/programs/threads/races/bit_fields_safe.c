// expect: safe
/* A field of width zero separates places in memory; so does a field that is none of bits. */
#include <pthread.h>

struct {
    unsigned low : 8;
    unsigned : 0;
    unsigned high : 8;
    char last;
} parts;

void *work(void *argument)
{
    parts.low = 1;
    parts.last = 3;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    parts.high = 2;
    pthread_join(thread, 0);
    return 0;
}

// expect: race pair
/* The same bit-field. */
#include <pthread.h>

struct {
    unsigned low : 4, high : 4;
} pair;

void *work(void *argument)
{
    pair.low = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pair.low = 2;
    pthread_join(thread, 0);
    return 0;
}

// expect: safe
/* Two members of one structure. */
#include <pthread.h>

struct point {
    int x, y;
} point;

void *work(void *argument)
{
    point.y = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    point.x = 2;
    pthread_join(thread, 0);
    return 0;
}

// expect: race from
/* Copying a structure reads every member. */
#include <pthread.h>

struct point {
    int x, y;
} from, to;

void *work(void *argument)
{
    from.y = 1;
    return argument;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    to = from;
    pthread_join(thread, 0);
    return 0;
}

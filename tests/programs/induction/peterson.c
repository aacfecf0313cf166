// proved: reach race; break: turn = 1; -> turn = 0;
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

_Atomic _Bool wants[2];
_Atomic int turn;
int inside;

void *first(void *unused)
{
    while (1) {
        wants[0] = 1;
        turn = 1;
        while (wants[1] && turn == 1)
            ;
        inside++;
        assert(inside == 1);
        inside--;
        wants[0] = 0;
    }
    return 0;
}

void *second(void *unused)
{
    while (1) {
        wants[1] = 1;
        turn = 0;
        while (wants[0] && turn == 0)
            ;
        inside++;
        assert(inside == 1);
        inside--;
        wants[1] = 0;
    }
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}

// expect: unsafe reach 16
/* A recursive mutex does not keep its owner out. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
int inside;

void enter(int depth)
{
    pthread_mutex_lock(&mutex);
    inside++;
    if (depth > 0)
        enter(depth - 1);
    assert(inside == 1);
    inside--;
    pthread_mutex_unlock(&mutex);
}

int main(void)
{
    enter(1);
    return 0;
}

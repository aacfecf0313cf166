// Compilers read the counter once more for the value that next() returns
#include <assert.h>
#include <pthread.h>

static int first, second;

static int next(int *unused)
{
    (void)unused;
    return ++first;
}

static int again(void)
{
    return ++second;
}

static void *work(void *seen)
{
    *(int *)seen = next(seen);
    again();
    return NULL;
}

int main(void)
{
    pthread_t one, two;
    int seen[2];
    pthread_create(&one, NULL, work, &seen[0]);
    pthread_create(&two, NULL, work, &seen[1]);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(seen[0] == seen[1] || second == 2);
    return 0;
}

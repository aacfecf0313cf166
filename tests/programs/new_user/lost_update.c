// expect: unsafe reach 22
#include <assert.h>
#include <pthread.h>

static int visitors;

static void *enter(void *unused)
{
    visitors++;
    return unused;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, NULL, enter, NULL);
    pthread_create(&second, NULL, enter, NULL);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    /* Both may have read the old number. */
    int expected = 2;
    assert(visitors == expected);
    return 0;
}

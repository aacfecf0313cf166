/* Two threads add to a counter without a lock. */
#include <assert.h>
#include <pthread.h>

static int counter;

static void add(int count)
{
    for (int i = 0; i < count; i++)
        counter++;
}

static void *work(void *unused)
{
    add(12);
    return unused;
}

int main(void)
{
    pthread_t one, two;
    pthread_create(&one, NULL, work, NULL);
    pthread_create(&two, NULL, work, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(counter == 24);
    return 0;
}

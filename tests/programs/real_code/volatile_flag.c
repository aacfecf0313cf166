// cause: code older than C11 orders its threads by volatile flags and full barriers: nothing but that race was reported
// options: --volatile-is-atomic
// expect: no bug found
// expect with BUG: unsafe reach
#include <assert.h>
#include <pthread.h>

static volatile int is_written;
static int data;

static void *produce(void *unused)
{
#ifdef BUG
    is_written = 1;
    __sync_synchronize();
    data = 9; // violated
#else
    data = 9;
    __sync_synchronize();
    is_written = 1;
#endif
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, produce, 0);
    while (!is_written)
        ;
    __sync_synchronize();
    int seen = data; // violated
    pthread_join(thread, 0);
    assert(seen == 9); // violated
    return 0;
}

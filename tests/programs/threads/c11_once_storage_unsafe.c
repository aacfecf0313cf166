// expect: unsafe reach 21
/* The value of one thread is not that of another. */
#include <assert.h>
#include <threads.h>

tss_t storage;
int value;

int work(void *argument)
{
    tss_set(storage, argument);
    return 0;
}

int main(void)
{
    thrd_t thread;
    tss_create(&storage, 0);
    thrd_create(&thread, work, &value);
    thrd_join(thread, 0);
    assert(tss_get(storage) == &value);
    return 0;
}

// expect: safe
/* Recursive and timed mutexes of C11. */
#include <assert.h>
#include <threads.h>
#include <time.h>

mtx_t mutex;

int busy(void *argument)
{
    struct timespec soon = {0, 0};
    assert(mtx_trylock(&mutex) == thrd_busy);
    assert(mtx_timedlock(&mutex, &soon) == thrd_timedout);
    (void)argument;
    return 3;
}

int main(void)
{
    thrd_t thread;
    int result;
    assert(mtx_init(&mutex, mtx_recursive | mtx_timed) == thrd_success);
    assert(mtx_lock(&mutex) == thrd_success);
    assert(mtx_lock(&mutex) == thrd_success);
    assert(mtx_unlock(&mutex) == thrd_success);
    assert(thrd_create(&thread, busy, 0) == thrd_success);
    assert(thrd_join(thread, &result) == thrd_success && result == 3);
    assert(mtx_unlock(&mutex) == thrd_success);
    return 0;
}

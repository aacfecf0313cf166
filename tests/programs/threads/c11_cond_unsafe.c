// expect: unsafe reach 15
/* A timed wait gives up. */
#include <assert.h>
#include <threads.h>
#include <time.h>

mtx_t mutex;
cnd_t changed;

int work(void *argument)
{
    struct timespec until = {1, 0};
    mtx_lock(&mutex);
    int outcome = cnd_timedwait(&changed, &mutex, &until);
    assert(outcome != thrd_timedout);
    mtx_unlock(&mutex);
    return argument != 0;
}

int main(void)
{
    thrd_t thread;
    mtx_init(&mutex, mtx_plain);
    cnd_init(&changed);
    thrd_create(&thread, work, 0);
    cnd_signal(&changed);
    thrd_join(thread, 0);
    return 0;
}

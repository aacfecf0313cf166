// expect: safe
/* Condition variables of C11. */
#include <assert.h>
#include <threads.h>

mtx_t mutex;
cnd_t changed;
int value;

int work(void *argument)
{
    (void)argument;
    mtx_lock(&mutex);
    while (value == 0)
        cnd_wait(&changed, &mutex);
    value = 2;
    cnd_broadcast(&changed);
    mtx_unlock(&mutex);
    return 0;
}

int main(void)
{
    thrd_t thread;
    mtx_init(&mutex, mtx_plain);
    assert(cnd_init(&changed) == thrd_success);
    thrd_create(&thread, work, 0);
    mtx_lock(&mutex);
    value = 1;
    assert(cnd_signal(&changed) == thrd_success);
    while (value == 1)
        assert(cnd_wait(&changed, &mutex) == thrd_success);
    mtx_unlock(&mutex);
    thrd_join(thread, 0);
    cnd_destroy(&changed);
    return 0;
}

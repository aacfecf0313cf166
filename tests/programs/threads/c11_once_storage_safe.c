// expect: safe
// models: m64 m32
/* call_once, and thread-specific storage with its destructor. */
#include <assert.h>
#include <threads.h>

once_flag flag = ONCE_FLAG_INIT;
tss_t storage;
int prepared, destroyed;

void destroy(void *value) { destroyed += *(int *)value; }

void prepare(void)
{
    prepared++;
    assert(tss_create(&storage, destroy) == thrd_success);
}

int work(void *argument)
{
    call_once(&flag, prepare);
    assert(tss_get(storage) == 0);
    assert(tss_set(storage, argument) == thrd_success);
    assert(tss_get(storage) == argument);
    return 0;
}

int main(void)
{
    thrd_t thread;
    int three = 3;
    thrd_create(&thread, work, &three);
    call_once(&flag, prepare);
    assert(prepared == 1);
    thrd_join(thread, 0);
    assert(destroyed == 3);
    tss_delete(storage);
    return 0;
}

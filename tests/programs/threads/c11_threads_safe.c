// expect: safe
// models: m64 m32
/* Threads, results and mutexes of C11. */
#include <assert.h>
#include <threads.h>

mtx_t mutex;
int counter;

int work(void *argument)
{
    assert(!thrd_equal(thrd_current(), *(thrd_t *)argument));
    assert(mtx_lock(&mutex) == thrd_success);
    counter++;
    assert(mtx_unlock(&mutex) == thrd_success);
    if (argument != 0)
        thrd_exit(-7);
    return 1;
}

int main(void)
{
    thrd_t thread, self = thrd_current();
    int result = 0;
    assert(mtx_init(&mutex, mtx_plain) == thrd_success);
    assert(thrd_create(&thread, work, &self) == thrd_success);
    if (mtx_trylock(&mutex) == thrd_success) {
        counter--;
        counter++;
        mtx_unlock(&mutex);
    }
    thrd_yield();
    assert(thrd_join(thread, &result) == thrd_success);
    assert(result == -7 && counter == 1);
    mtx_destroy(&mutex);
    return 0;
}

// expect: unsafe reach 20
// models: m64 m32
/* The counter is not protected. */
#include <assert.h>
#include <threads.h>

int counter;

int work(void *argument)
{
    counter++;
    return argument != 0;
}

int main(void)
{
    thrd_t first, second;
    thrd_create(&first, work, 0), thrd_create(&second, work, 0);
    thrd_join(first, 0), thrd_join(second, 0);
    assert(counter == 2);
    return 0;
}

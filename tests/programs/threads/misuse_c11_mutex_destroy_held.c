// expect: unsafe lock 9
/* mtx_destroy of a mutex that is locked. */
#include <threads.h>

int main(void)
{
    mtx_t mutex;
    mtx_init(&mutex, mtx_plain), mtx_lock(&mutex);
    mtx_destroy(&mutex);
    return 0;
}

// expect: unsafe lock 12
/* A plain mutex is locked again by its owner. */
#include <threads.h>

mtx_t mutex;

int main(void)
{
    mtx_init(&mutex, mtx_plain);
    mtx_lock(&mutex);
    thrd_yield();
    mtx_lock(&mutex);
    return 0;
}

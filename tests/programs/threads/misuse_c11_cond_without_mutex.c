// expect: unsafe lock 9
/* cnd_wait without the mutex. */
#include <threads.h>
mtx_t mutex;
int main(void)
{
    cnd_t changed;
    mtx_init(&mutex, mtx_plain), cnd_init(&changed), cnd_broadcast(&changed);
    cnd_wait(&changed, &mutex);
    return 0;
}

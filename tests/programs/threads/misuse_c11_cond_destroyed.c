// expect: unsafe lock 9
/* A condition variable of C11 that was destroyed. */
#include <threads.h>

int main(void)
{
    cnd_t changed;
    cnd_init(&changed), cnd_destroy(&changed);
    cnd_broadcast(&changed);
    return 0;
}

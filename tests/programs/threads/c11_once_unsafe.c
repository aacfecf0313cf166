// expect: unsafe deadlock 10
/* The routine asks for itself, in a thread of its own. */
#include <threads.h>

once_flag once = ONCE_FLAG_INIT;
void prepare(void);

int again(void *argument)
{
    call_once(&once, prepare);
    return argument != 0;
}

void prepare(void)
{
    thrd_t thread;
    thrd_create(&thread, again, 0);
    thrd_join(thread, 0);
}

int main(void)
{
    call_once(&once, prepare);
    return 0;
}

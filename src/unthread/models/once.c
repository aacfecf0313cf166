/* pthread_once and call_once. pthread_once_t is one int, once_flag a structure with one. A thread that is
   canceled or exits in the routine leaves the control as if it had never been there. */

#include "cleanup.h"

enum { NOT_YET = 0, RUNNING = 1, DONE = 2 };

static void give_up(void *control)
{
    __ut_atomic_begin();
    *(int *)control = NOT_YET;
    __ut_atomic_end();
}

int pthread_once(int *control, void (*routine)(void))
{
    __ut_atomic_begin();
    __ut_block_until(*control != RUNNING);
    _Bool mine = *control != DONE;
    if (mine) {
        *control = RUNNING;
        __ut_unwind = __ut_call_handlers;
    }
    __ut_atomic_end();
    if (mine) {
        struct cleanup cleanup = {give_up, control, __ut_handlers};
        __ut_handlers = &cleanup;
        routine();
        __ut_handlers = cleanup.previous;
        __ut_atomic_begin();
        *control = DONE;
        __ut_atomic_end();
    }
    return 0;
}

void call_once(int *flag, void (*routine)(void))
{
    pthread_once(flag, routine);
}

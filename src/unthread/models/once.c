/* pthread_once and call_once. pthread_once_t is one int, once_flag a structure with one. */

#include "control.h"

enum { NOT_YET = 0, RUNNING = 1, DONE = 2 };

int pthread_once(int *control, void (*routine)(void))
{
    __ut_atomic_begin();
    __ut_block_until(*control != RUNNING);
    _Bool mine = *control != DONE;
    if (mine)
        *control = RUNNING;
    __ut_atomic_end();
    if (mine) {
        routine();
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

/* What is called when a thread is canceled or exits: cleanup handlers, the latest first. */

#include "cleanup.h"

_Thread_local struct cleanup *__ut_handlers;

void __ut_call_handlers(struct control *control)
{
    (void)control;
    int self = __ut_self();
    __ut_atomic_begin();
    __ut_cancellation[self] |= CANCEL_DISABLED;
    __ut_atomic_end();
    while (__ut_handlers != 0) {
        struct cleanup *latest = __ut_handlers;
        __ut_handlers = latest->previous;
        if (latest->routine == 0)
            __ut_unmodelled("cleanup handlers of a preprocessed file");
        latest->routine(latest->argument);
    }
}

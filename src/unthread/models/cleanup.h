/* Cleanup handlers: a chain of these, which live in the frames that push them; the layout is that of
   struct __ut_cleanup in pthread.h. */
#ifndef CLEANUP_H
#define CLEANUP_H

#include "control.h"

struct cleanup {
    void (*routine)(void *); /* null: pushed by code that glibc's own macro made */
    void *argument;
    struct cleanup *previous;
};

extern _Thread_local struct cleanup *__ut_handlers;

/* At the end of a thread that did not simply return: the hook that calls them. */
void __ut_call_handlers(struct control *control);

#endif

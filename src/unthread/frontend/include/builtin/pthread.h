/* The system's header, or ours where there is none. glibc expands the cleanup macros to setjmp and a
   chain of jump buffers; here they are a chain of handlers. */
#ifndef __UT_PTHREAD_CLEANUP_H
#define __UT_PTHREAD_CLEANUP_H

#include_next <pthread.h>

/* Lives in the block that pushes it. */
struct __ut_cleanup {
    void (*__routine)(void *);
    void *__argument;
    struct __ut_cleanup *__previous;
};
void __ut_cleanup_push(struct __ut_cleanup *);
void __ut_cleanup_pop(struct __ut_cleanup *, int);

#undef pthread_cleanup_push
#undef pthread_cleanup_pop
#undef pthread_cleanup_push_defer_np
#undef pthread_cleanup_pop_restore_np
#define pthread_cleanup_push(routine, argument)                                                   \
    do {                                                                                          \
        struct __ut_cleanup __ut_cleanup_frame = {(routine), (argument), 0};                      \
        __ut_cleanup_push(&__ut_cleanup_frame);
#define pthread_cleanup_pop(execute)                                                              \
        __ut_cleanup_pop(&__ut_cleanup_frame, (execute));                                         \
    } while (0)
#define pthread_cleanup_push_defer_np(routine, argument) pthread_cleanup_push(routine, argument)
#define pthread_cleanup_pop_restore_np(execute) pthread_cleanup_pop(execute)

#endif

/* What the thread models know about each thread. Shared by all files that model a part of
   the thread library; the table itself is defined in pthread.c. */
#ifndef CONTROL_H
#define CONTROL_H

#include <unthread.h>

#define MOST_THREADS 128 /* including main */

struct control {
    void *argument;  /* for the start routine */
    void *result;    /* for whoever joins */
    _Bool started;
    _Bool finished;
    _Bool joined;
    _Bool detached;
};

extern struct control __ut_threads[MOST_THREADS]; /* by thread number */

/* The pthread_t of a thread is its number plus one, so that zero is nobody. */
typedef unsigned long thread_name;

/* Error numbers of the platform. */
enum {
    NO_PERMISSION = 1,   /* EPERM */
    NO_SUCH_THREAD = 3,  /* ESRCH */
    BUSY = 16,           /* EBUSY */
    INVALID = 22,        /* EINVAL */
    WOULD_DEADLOCK = 35, /* EDEADLK */
    TIMED_OUT = 110      /* ETIMEDOUT */
};

#endif

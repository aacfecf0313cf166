/* What the thread models know about each thread. Shared by all files that model a part of
   the thread library; the tables themselves are defined in pthread.c. */
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

/* Cancellation of each thread, bits: a request has arrived; the thread does not want any. Apart
   from the rest, so that nobody ever writes here in a program without cancellation. */
enum { CANCEL_REQUESTED = 1, CANCEL_DISABLED = 2 };
extern unsigned char __ut_cancellation[MOST_THREADS];

#define IS_CANCELED(number) (__ut_cancellation[number] == CANCEL_REQUESTED)
#define CANCELED_RESULT ((void *)-1)

/* What happens at the end of a thread, if the program has any use for it: cleanup handlers run
   (cancel.c) unless the start routine returned, then destructors of keys (keys.c); owners of robust
   mutexes are remembered. */
typedef void thread_hook(struct control *);
extern thread_hook *__ut_unwind;
extern thread_hook *__ut_destroy_keys;
extern thread_hook *__ut_note_death;

/* Threads, one bit for each. */
typedef unsigned long long thread_set;

enum { MOST_IN_SET = 64 };

#define SET_OF(number) ((thread_set)1 << (number))

static inline thread_set this_thread(void)
{
    int self = __ut_self();
    if (self >= MOST_IN_SET)
        __ut_unmodelled("more than 64 threads with locks other than plain mutexes");
    return SET_OF(self);
}

/* The pthread_t of a thread is its number plus one, so that zero is nobody. */
typedef unsigned long thread_name;

/* Starts a thread that calls `run` with `start`, and finds `argument` in its table entry. */
thread_name __ut_create(void *(*run)(void *), void *start, void *argument, _Bool detached);
__UT_NORETURN void pthread_exit(void *result);

/* In functions that never wait. */
static inline void cancellation_point(void)
{
    __ut_atomic_begin();
    _Bool canceled = IS_CANCELED(__ut_self());
    __ut_atomic_end();
    if (canceled)
        pthread_exit(CANCELED_RESULT);
}

/* Error numbers of the platform. */
enum {
    NO_PERMISSION = 1,     /* EPERM */
    NO_SUCH_THREAD = 3,    /* ESRCH */
    INTERRUPTED = 4,       /* EINTR */
    TRY_AGAIN = 11,        /* EAGAIN */
    BUSY = 16,             /* EBUSY */
    EXISTS = 17,           /* EEXIST */
    INVALID = 22,          /* EINVAL */
    OUT_OF_RANGE = 34,     /* ERANGE */
    WOULD_DEADLOCK = 35,   /* EDEADLK */
    OVERFLOWS = 75,        /* EOVERFLOW */
    NOT_SUPPORTED = 95,    /* ENOTSUP */
    TIMED_OUT = 110,       /* ETIMEDOUT */
    OWNER_DEAD = 130,      /* EOWNERDEAD */
    NOT_RECOVERABLE = 131  /* ENOTRECOVERABLE */
};

#endif

/* Cancellation and cleanup handlers. A request is acted on at the next cancellation point: the
   functions that wait, those that sleep, and input and output on file descriptors. A thread that
   may be canceled at any other moment is not modelled. */

#include "cleanup.h"
#include "sleepers.h"

enum { ENABLED = 0, DISABLED = 1, DEFERRED = 0, ASYNCHRONOUS = 1 };

static unsigned char types[MOST_THREADS];

void __ut_cleanup_push(struct cleanup *cleanup)
{
    cleanup->previous = __ut_handlers;
    __ut_handlers = cleanup;
    __ut_atomic_begin();
    __ut_unwind = __ut_call_handlers;
    __ut_atomic_end();
}

void __ut_cleanup_pop(struct cleanup *cleanup, int execute)
{
    __ut_handlers = cleanup->previous;
    if (execute)
        cleanup->routine(cleanup->argument);
}

/* ---- what glibc's pthread_cleanup_push and pthread_cleanup_pop expand to, in preprocessed files:
   as long as no thread is canceled or exits in between, the handler is called by the expansion ---- */

int __sigsetjmp(void *buffer, int save_mask)
{
    (void)buffer, (void)save_mask;
    return 0; /* returning a second time is what `__ut_call_handlers` refuses, and what longjmp refuses */
}

int __sigsetjmp_cancel(void *buffer, int save_mask)
{
    return __sigsetjmp(buffer, save_mask);
}

void __pthread_register_cancel(struct cleanup *buffer)
{
    buffer->routine = 0;
    __ut_cleanup_push(buffer);
}

void __pthread_unregister_cancel(struct cleanup *buffer)
{
    __ut_handlers = buffer->previous;
}

__UT_NORETURN void __pthread_unwind_next(struct cleanup *buffer)
{
    (void)buffer;
    __ut_unmodelled("cleanup handlers of a preprocessed file");
}

/* ---- cancellation ---- */

/* A thread asleep at a condition variable gets up; a signal must not choose it any more. */
static void request(int number)
{
    __ut_cancellation[number] |= CANCEL_REQUESTED;
    __ut_unwind = __ut_call_handlers;
    if (number != __ut_self() && IS_CANCELED(number) && types[number] == ASYNCHRONOUS)
        __ut_unmodelled("asynchronous cancellation of another thread");
    if (IS_CANCELED(number) && number < MOST_IN_SET)
        __ut_asleep &= ~SET_OF(number);
}

void pthread_testcancel(void)
{
    cancellation_point();
}

int pthread_cancel(thread_name thread)
{
    if (thread < 1 || thread > MOST_THREADS) {
        __ut_assert(0, "lock", "use of a thread handle that was not initialized");
        return NO_SUCH_THREAD;
    }
    int number = (int)(thread - 1);
    struct control *control = &__ut_threads[number];
    __ut_atomic_begin();
    __ut_assert(control->started, "lock", "use of a thread handle that was not initialized");
    __ut_assert(!control->joined, "lock", "pthread_cancel of a thread that was joined");
    _Bool known = control->started && !control->joined;
    if (known && !control->finished)
        request(number);
    _Bool now = number == __ut_self() && IS_CANCELED(number) && types[number] == ASYNCHRONOUS;
    __ut_atomic_end();
    if (now)
        pthread_exit(CANCELED_RESULT);
    return known ? 0 : NO_SUCH_THREAD;
}

int pthread_setcancelstate(int state, int *before)
{
    if (state != ENABLED && state != DISABLED)
        return INVALID;
    int self = __ut_self();
    __ut_atomic_begin();
    int old = __ut_cancellation[self];
    __ut_cancellation[self] =
        (unsigned char)(state == DISABLED ? old | CANCEL_DISABLED : old & ~CANCEL_DISABLED);
    _Bool now = IS_CANCELED(self) && types[self] == ASYNCHRONOUS;
    __ut_atomic_end();
    if (before != 0)
        *before = (old & CANCEL_DISABLED) != 0 ? DISABLED : ENABLED;
    if (now)
        pthread_exit(CANCELED_RESULT);
    return 0;
}

int pthread_setcanceltype(int type, int *before)
{
    if (type != DEFERRED && type != ASYNCHRONOUS)
        return INVALID;
    int self = __ut_self();
    __ut_atomic_begin();
    int old = types[self];
    types[self] = (unsigned char)type;
    __ut_atomic_end();
    if (before != 0)
        *before = old;
    if (type == ASYNCHRONOUS)
        cancellation_point();
    return 0;
}

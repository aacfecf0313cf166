/* <pthread.h>: threads and mutexes. Each function is one atomic section. */

#include "control.h"

typedef __SIZE_TYPE__ size_t;

struct timespec;

struct control __ut_threads[MOST_THREADS] = {{.started = 1}}; /* main runs already */

/* ---- thread attributes: kept and given back; only the detach state has a meaning here ----
   A view of pthread_attr_t that fits its 36 bytes on i386 and 56 on x86-64. */

enum { JOINABLE = 0, DETACHED = 1 };

struct attributes {
    int detach_state;
    int scope;
    int inherit;
    int policy;
    int priority;
    size_t guard_size;
    size_t stack_size;
    void *stack;
};

int pthread_attr_init(struct attributes *attributes)
{
    attributes->detach_state = JOINABLE;
    attributes->scope = 0;
    attributes->inherit = 0;
    attributes->policy = 0;
    attributes->priority = 0;
    attributes->guard_size = 4096;
    attributes->stack_size = 8 << 20;
    attributes->stack = 0;
    return 0;
}

int pthread_attr_destroy(struct attributes *attributes)
{
    (void)attributes;
    return 0;
}

int pthread_attr_setdetachstate(struct attributes *attributes, int state)
{
    if (state != JOINABLE && state != DETACHED)
        return INVALID;
    attributes->detach_state = state;
    return 0;
}

int pthread_attr_getdetachstate(const struct attributes *attributes, int *state)
{
    *state = attributes->detach_state;
    return 0;
}

int pthread_attr_setscope(struct attributes *attributes, int scope)
{
    attributes->scope = scope;
    return 0;
}

int pthread_attr_getscope(const struct attributes *attributes, int *scope)
{
    *scope = attributes->scope;
    return 0;
}

int pthread_attr_setinheritsched(struct attributes *attributes, int inherit)
{
    attributes->inherit = inherit;
    return 0;
}

int pthread_attr_getinheritsched(const struct attributes *attributes, int *inherit)
{
    *inherit = attributes->inherit;
    return 0;
}

int pthread_attr_setschedpolicy(struct attributes *attributes, int policy)
{
    attributes->policy = policy;
    return 0;
}

int pthread_attr_getschedpolicy(const struct attributes *attributes, int *policy)
{
    *policy = attributes->policy;
    return 0;
}

/* struct sched_param has one member, the priority. */
int pthread_attr_setschedparam(struct attributes *attributes, const int *priority)
{
    attributes->priority = *priority;
    return 0;
}

int pthread_attr_getschedparam(const struct attributes *attributes, int *priority)
{
    *priority = attributes->priority;
    return 0;
}

int pthread_attr_setguardsize(struct attributes *attributes, size_t size)
{
    attributes->guard_size = size;
    return 0;
}

int pthread_attr_getguardsize(const struct attributes *attributes, size_t *size)
{
    *size = attributes->guard_size;
    return 0;
}

int pthread_attr_setstacksize(struct attributes *attributes, size_t size)
{
    if (size < 16384)
        return INVALID;
    attributes->stack_size = size;
    return 0;
}

int pthread_attr_getstacksize(const struct attributes *attributes, size_t *size)
{
    *size = attributes->stack_size;
    return 0;
}

int pthread_attr_setstack(struct attributes *attributes, void *stack, size_t size)
{
    attributes->stack = stack;
    attributes->stack_size = size;
    return 0;
}

int pthread_attr_getstack(const struct attributes *attributes, void **stack, size_t *size)
{
    *stack = attributes->stack;
    *size = attributes->stack_size;
    return 0;
}

/* ---- threads ---- */

/* Every thread ends here, by pthread_exit or by returning from its start routine. */
static __UT_NORETURN void leave(void *result)
{
    struct control *self = &__ut_threads[__ut_self()];
    __ut_atomic_begin();
    self->result = result;
    self->finished = 1;
    __ut_atomic_end();
    __ut_exit_thread();
}

/* The start routine travels as the argument of the primitive, where the call graph sees it;
   its own argument waits in the table. */
static void *run(void *start)
{
    leave(((void *(*)(void *))start)(__ut_threads[__ut_self()].argument));
}

int pthread_create(thread_name *restrict thread, const struct attributes *restrict attributes,
                   void *(*start)(void *), void *restrict argument)
{
    _Bool detached = attributes != 0 && attributes->detach_state == DETACHED;
    __ut_atomic_begin();
    int number = __ut_spawn(run, (void *)start);
    if (number >= MOST_THREADS)
        __ut_unmodelled("more than 127 threads");
    struct control *control = &__ut_threads[number];
    control->argument = argument;
    control->detached = detached;
    control->started = 1;
    *thread = (thread_name)number + 1;
    __ut_atomic_end();
    return 0;
}

__UT_NORETURN void pthread_exit(void *result)
{
    leave(result);
}

thread_name pthread_self(void)
{
    return (thread_name)__ut_self() + 1;
}

int pthread_equal(thread_name left, thread_name right)
{
    return left == right;
}

static _Bool is_name(thread_name thread)
{
    return thread >= 1 && thread <= MOST_THREADS;
}

int pthread_join(thread_name thread, void **result)
{
    if (!is_name(thread))
        return NO_SUCH_THREAD;
    if (thread == pthread_self())
        return WOULD_DEADLOCK;
    struct control *control = &__ut_threads[thread - 1];
    int error = 0;
    void *value = 0;
    __ut_atomic_begin();
    __ut_block_until(control->finished || control->detached || control->joined ||
                     !control->started);
    if (!control->started) {
        error = NO_SUCH_THREAD;
    } else if (control->joined) {
        __ut_assert(0, "lock", "pthread_join of a thread that was joined before");
        error = NO_SUCH_THREAD;
    } else if (control->detached) {
        __ut_assert(0, "lock", "pthread_join of a detached thread");
        error = INVALID;
    } else {
        control->joined = 1;
        value = control->result;
    }
    __ut_atomic_end();
    if (error == 0 && result != 0)
        *result = value;
    return error;
}

int pthread_detach(thread_name thread)
{
    if (!is_name(thread))
        return NO_SUCH_THREAD;
    struct control *control = &__ut_threads[thread - 1];
    int error = 0;
    __ut_atomic_begin();
    if (!control->started || control->joined) {
        error = NO_SUCH_THREAD;
    } else if (control->detached) {
        __ut_assert(0, "lock", "pthread_detach of a detached thread");
        error = INVALID;
    } else {
        control->detached = 1;
    }
    __ut_atomic_end();
    return error;
}

/* ---- mutex attributes: pthread_mutexattr_t is one int ----
   Only the type changes what a mutex does; sharing between processes and priorities have no
   meaning in one process whose schedules are all possible. */

enum { NORMAL = 0, RECURSIVE = 1, ERROR_CHECK = 2, ADAPTIVE = 3, DESTROYED = -1 };
enum { TYPE_BITS = 3, SHARED_BIT = 4, PROTOCOL_SHIFT = 3, PROTOCOL_BITS = 3 << PROTOCOL_SHIFT };

int pthread_mutexattr_init(int *attributes)
{
    *attributes = NORMAL;
    return 0;
}

int pthread_mutexattr_destroy(int *attributes)
{
    (void)attributes;
    return 0;
}

int pthread_mutexattr_settype(int *attributes, int type)
{
    if (type < NORMAL || type > ADAPTIVE)
        return INVALID;
    *attributes = (*attributes & ~TYPE_BITS) | type;
    return 0;
}

int pthread_mutexattr_gettype(const int *attributes, int *type)
{
    *type = *attributes & TYPE_BITS;
    return 0;
}

int pthread_mutexattr_setpshared(int *attributes, int shared)
{
    if (shared != 0 && shared != 1)
        return INVALID;
    *attributes = (*attributes & ~SHARED_BIT) | (shared ? SHARED_BIT : 0);
    return 0;
}

int pthread_mutexattr_getpshared(const int *attributes, int *shared)
{
    *shared = (*attributes & SHARED_BIT) != 0;
    return 0;
}

int pthread_mutexattr_setprotocol(int *attributes, int protocol)
{
    if (protocol < 0 || protocol > 2)
        return INVALID;
    *attributes = (*attributes & ~PROTOCOL_BITS) | protocol << PROTOCOL_SHIFT;
    return 0;
}

int pthread_mutexattr_getprotocol(const int *attributes, int *protocol)
{
    *protocol = (*attributes & PROTOCOL_BITS) >> PROTOCOL_SHIFT;
    return 0;
}

/* ---- mutexes ----
   A view of glibc's pthread_mutex_t, whose static initializers set `kind` and nothing else. */

struct mutex {
    int owner;            /* its number plus one; zero: not locked (glibc: the lock word) */
    unsigned int repeats; /* of a recursive mutex, beyond the first lock */
    int unused_owner;
#ifdef __x86_64__
    unsigned int users;
    int kind;
#else
    int kind;
    unsigned int users;
#endif
};

/* In a section: the mutex is neither destroyed nor, where memory holds chance values, uninitialized. */
static void check_usable(const struct mutex *mutex)
{
    __ut_assert(mutex->kind != DESTROYED, "lock", "use of a destroyed mutex");
    __ut_assert(mutex->kind >= NORMAL && mutex->kind <= ADAPTIVE, "lock",
                "use of a mutex that was not initialized");
}

int pthread_mutex_init(struct mutex *restrict mutex, const int *restrict attributes)
{
    int kind = attributes != 0 ? *attributes & TYPE_BITS : NORMAL;
    __ut_atomic_begin();
    mutex->owner = 0;
    mutex->repeats = 0;
    mutex->kind = kind;
    __ut_atomic_end();
    return 0;
}

int pthread_mutex_destroy(struct mutex *mutex)
{
    int error = 0;
    __ut_atomic_begin();
    check_usable(mutex);
    if (mutex->owner != 0) {
        __ut_assert(0, "lock", "pthread_mutex_destroy of a locked mutex");
        error = BUSY;
    } else {
        mutex->kind = DESTROYED;
    }
    __ut_atomic_end();
    return error;
}

/* In a section, by the owner: lock once more. */
static int lock_again(struct mutex *mutex)
{
    if (mutex->kind == RECURSIVE) {
        mutex->repeats++;
        return 0;
    }
    if (mutex->kind != ERROR_CHECK)
        __ut_assert(0, "lock", "lock of a mutex that this thread holds already");
    return WOULD_DEADLOCK;
}

int pthread_mutex_lock(struct mutex *mutex)
{
    int self = __ut_self() + 1;
    int error = 0;
    __ut_atomic_begin();
    __ut_block_until(mutex->owner == 0 || mutex->owner == self);
    check_usable(mutex);
    if (mutex->owner == 0)
        mutex->owner = self;
    else
        error = lock_again(mutex);
    _Bool forever = error != 0 && mutex->kind != ERROR_CHECK;
    __ut_atomic_end();
    if (forever)
        __ut_block_until(0);
    return error;
}

/* Gives up at some time, but not if the mutex is free. */
int pthread_mutex_timedlock(struct mutex *restrict mutex, const struct timespec *restrict until)
{
    (void)until;
    int self = __ut_self() + 1;
    int error = 0;
    _Bool impatient = __ut_nondet_bool();
    __ut_atomic_begin();
    __ut_block_until(mutex->owner == 0 || mutex->owner == self || impatient);
    check_usable(mutex);
    if (mutex->owner == 0)
        mutex->owner = self;
    else if (mutex->owner != self)
        error = TIMED_OUT;
    else if (mutex->kind == RECURSIVE || mutex->kind == ERROR_CHECK)
        error = lock_again(mutex);
    else
        error = TIMED_OUT;
    __ut_atomic_end();
    return error;
}

int pthread_mutex_clocklock(struct mutex *restrict mutex, int clock_number,
                            const struct timespec *restrict until)
{
    (void)clock_number;
    return pthread_mutex_timedlock(mutex, until);
}

int pthread_mutex_trylock(struct mutex *mutex)
{
    int self = __ut_self() + 1;
    int error = 0;
    __ut_atomic_begin();
    check_usable(mutex);
    if (mutex->owner == 0)
        mutex->owner = self;
    else if (mutex->owner == self && mutex->kind == RECURSIVE)
        mutex->repeats++;
    else
        error = BUSY;
    __ut_atomic_end();
    return error;
}

/* Recursive and error-checking mutexes report a thread that is not the owner by an error
   number; for the others that is undefined. */
int pthread_mutex_unlock(struct mutex *mutex)
{
    int self = __ut_self() + 1;
    int error = 0;
    __ut_atomic_begin();
    check_usable(mutex);
    if (mutex->kind == RECURSIVE || mutex->kind == ERROR_CHECK) {
        if (mutex->owner != self)
            error = NO_PERMISSION;
    } else {
        __ut_assert(mutex->owner != 0, "lock", "unlock of a mutex that is not locked");
        __ut_assert(mutex->owner == self, "lock", "unlock of a mutex that another thread holds");
    }
    if (error == 0 && mutex->repeats > 0)
        mutex->repeats--;
    else if (error == 0)
        mutex->owner = 0;
    __ut_atomic_end();
    return error;
}

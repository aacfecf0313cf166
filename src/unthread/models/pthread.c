/* <pthread.h>: threads and mutexes. Each function is one atomic section; the time for which somebody
   is ready to wait is read before. */

#include "deadline.h"
#include "mutex.h"

typedef __SIZE_TYPE__ size_t;

struct control __ut_threads[MOST_THREADS] = {{.started = 1}}; /* main runs already */
unsigned char __ut_cancellation[MOST_THREADS];
thread_hook *__ut_unwind;
thread_hook *__ut_destroy_keys;
thread_hook *__ut_note_death;
thread_set __ut_dead;

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

/* In a section. */
static void finish(struct control *self, void *result)
{
    self->result = result;
    self->finished = 1;
    if (__ut_note_death != 0)
        __ut_note_death(self);
}

/* Every thread ends here, by pthread_exit or by returning from its start routine. */
static __UT_NORETURN void leave(void *result, _Bool unwinding)
{
    struct control *self = &__ut_threads[__ut_self()];
    __ut_atomic_begin();
    thread_hook *unwind = unwinding ? __ut_unwind : 0;
    _Bool plain = unwind == 0 && __ut_destroy_keys == 0;
    if (plain)
        finish(self, result);
    __ut_atomic_end();
    if (!plain) {
        if (unwind != 0)
            unwind(self);
        __ut_atomic_begin();
        thread_hook *destroy_keys = __ut_destroy_keys;
        __ut_atomic_end();
        if (destroy_keys != 0)
            destroy_keys(self);
        __ut_atomic_begin();
        finish(self, result);
        __ut_atomic_end();
    }
    __ut_exit_thread();
}

/* The start routine travels as the argument of the primitive, where the call graph sees it;
   its own argument waits in the table. */
static void *run(void *start)
{
    leave(((void *(*)(void *))start)(__ut_threads[__ut_self()].argument), 0);
}

/* In a section. */
thread_name __ut_create(void *(*runner)(void *), void *start, void *argument, _Bool detached)
{
    int number = __ut_spawn(runner, start);
    if (number >= MOST_THREADS)
        __ut_unmodelled("more than 127 threads");
    struct control *control = &__ut_threads[number];
    control->argument = argument;
    control->detached = detached;
    control->started = 1;
    return (thread_name)number + 1;
}

int pthread_create(thread_name *restrict thread, const struct attributes *restrict attributes,
                   void *(*start)(void *), void *restrict argument)
{
    int state = attributes != 0 ? attributes->detach_state : JOINABLE;
    _Bool detached = state == DETACHED;
    __ut_assert(detached || state == JOINABLE, "lock",
                "use of thread attributes that were not initialized");
    __ut_assert(start != 0, "memory", "a thread is started without a function");
    __ut_atomic_begin();
    *thread = __ut_create(run, (void *)start, argument, detached);
    __ut_atomic_end();
    return 0;
}

__UT_NORETURN void pthread_exit(void *result)
{
    leave(result, 1);
}

thread_name pthread_self(void)
{
    return (thread_name)__ut_self() + 1;
}

int pthread_equal(thread_name left, thread_name right)
{
    return left == right;
}

/* Zero, memory that holds chance values: POSIX leaves undefined what happens then. */
static _Bool is_name(thread_name thread)
{
    if (thread >= 1 && thread <= MOST_THREADS)
        return 1;
    __ut_assert(0, "lock", "use of a thread handle that was not initialized");
    return 0;
}

/* In a section. */
static void check_started(const struct control *control)
{
    __ut_assert(control->started, "lock", "use of a thread handle that was not initialized");
}

/* Whether a joining thread need not wait for this one. */
#define IS_JOINABLE_NOW(control)                                                                  \
    ((control)->finished || (control)->detached || (control)->joined || !(control)->started)

/* In a section: what a join gives. */
static int join_now(struct control *control)
{
    check_started(control);
    if (!control->started)
        return NO_SUCH_THREAD;
    if (control->joined) {
        __ut_assert(0, "lock", "join of a thread that was joined before");
        return NO_SUCH_THREAD;
    }
    if (control->detached) {
        __ut_assert(0, "lock", "join of a detached thread");
        return INVALID;
    }
    control->joined = 1;
    return 0;
}

static int check_join(thread_name thread)
{
    if (!is_name(thread))
        return NO_SUCH_THREAD;
    if (thread != pthread_self())
        return 0;
    __ut_assert(0, "lock", "join of the thread itself");
    return WOULD_DEADLOCK;
}

int pthread_join(thread_name thread, void **result)
{
    int error = check_join(thread);
    if (error != 0)
        return error;
    struct control *control = &__ut_threads[thread - 1];
    int self = __ut_self();
    __ut_atomic_begin();
    __ut_block_until(IS_JOINABLE_NOW(control) || IS_CANCELED(self));
    _Bool canceled = IS_CANCELED(self);
    if (!canceled)
        error = join_now(control);
    void *value = control->result;
    __ut_atomic_end();
    if (canceled)
        pthread_exit(CANCELED_RESULT);
    if (error == 0 && result != 0)
        *result = value;
    return error;
}

static int join_or(thread_name thread, void **result, int unless_finished)
{
    int error = check_join(thread);
    if (error != 0)
        return error;
    struct control *control = &__ut_threads[thread - 1];
    __ut_atomic_begin();
    error = IS_JOINABLE_NOW(control) ? join_now(control) : unless_finished;
    void *value = control->result;
    __ut_atomic_end();
    if (error == 0 && result != 0)
        *result = value;
    return error;
}

int pthread_tryjoin_np(thread_name thread, void **result)
{
    return join_or(thread, result, BUSY);
}

/* Waiting for some time is the same as coming later, so timed functions never wait here. */
int pthread_timedjoin_np(thread_name thread, void **result, const struct timespec *until)
{
    if (until == 0) /* no limit */
        return pthread_join(thread, result);
    read_time(until);
    return join_or(thread, result, TIMED_OUT);
}

int pthread_clockjoin_np(thread_name thread, void **result, int clock_number,
                         const struct timespec *until)
{
    (void)clock_number;
    return pthread_timedjoin_np(thread, result, until);
}

int pthread_detach(thread_name thread)
{
    if (!is_name(thread))
        return NO_SUCH_THREAD;
    struct control *control = &__ut_threads[thread - 1];
    int error = 0;
    __ut_atomic_begin();
    check_started(control);
    if (!control->started) {
        error = NO_SUCH_THREAD;
    } else if (control->joined) {
        __ut_assert(0, "lock", "detach of a thread that was joined before");
        error = NO_SUCH_THREAD;
    } else if (control->detached) {
        __ut_assert(0, "lock", "detach of a detached thread");
        error = INVALID;
    } else {
        control->detached = 1;
    }
    __ut_atomic_end();
    return error;
}

/* Signals have no handlers here; zero only asks whether the thread is there. */
int pthread_kill(thread_name thread, int signal_number)
{
    if (!is_name(thread))
        return NO_SUCH_THREAD;
    if (signal_number < 0 || signal_number > 64)
        return INVALID;
    struct control *control = &__ut_threads[thread - 1];
    __ut_atomic_begin();
    check_started(control);
    _Bool known = control->started && !control->joined;
    __ut_assert(known || !control->joined, "lock", "pthread_kill of a thread that was joined");
    _Bool effective = signal_number != 0 && known && !control->finished;
    __ut_atomic_end();
    if (effective)
        __ut_unmodelled("pthread_kill with a signal");
    return known ? 0 : NO_SUCH_THREAD;
}

/* ---- mutex attributes: pthread_mutexattr_t is one int ----
   Type and robustness change what a mutex does; sharing between processes and priorities have no
   meaning in one process whose schedules are all possible. */

enum { SHARED_BIT = 4, PROTOCOL_SHIFT = 3, PROTOCOL_BITS = 3 << PROTOCOL_SHIFT };
enum { ROBUST_BIT = 32, CEILING_SHIFT = 8, CEILING_BITS = 127 << CEILING_SHIFT };
enum { PRIORITY_PROTECT = 2, LOWEST_CEILING = 1, HIGHEST_CEILING = 99 };

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

int pthread_mutexattr_setprioceiling(int *attributes, int ceiling)
{
    if (ceiling < LOWEST_CEILING || ceiling > HIGHEST_CEILING)
        return INVALID;
    *attributes = (*attributes & ~CEILING_BITS) | ceiling << CEILING_SHIFT;
    return 0;
}

int pthread_mutexattr_getprioceiling(const int *attributes, int *ceiling)
{
    int value = (*attributes & CEILING_BITS) >> CEILING_SHIFT;
    *ceiling = value < LOWEST_CEILING ? LOWEST_CEILING : value;
    return 0;
}

static void note_death(struct control *self)
{
    (void)self;
    __ut_dead |= this_thread();
}

int pthread_mutexattr_setrobust(int *attributes, int robust)
{
    if (robust != 0 && robust != 1)
        return INVALID;
    __ut_atomic_begin();
    __ut_note_death = note_death;
    __ut_atomic_end();
    *attributes = (*attributes & ~ROBUST_BIT) | (robust ? ROBUST_BIT : 0);
    return 0;
}

int pthread_mutexattr_getrobust(const int *attributes, int *robust)
{
    *robust = (*attributes & ROBUST_BIT) != 0;
    return 0;
}

int pthread_mutexattr_setrobust_np(int *attributes, int robust)
{
    return pthread_mutexattr_setrobust(attributes, robust);
}

int pthread_mutexattr_getrobust_np(const int *attributes, int *robust)
{
    return pthread_mutexattr_getrobust(attributes, robust);
}

/* ---- mutexes ---- */

static int kind_of(int attributes)
{
    int kind = attributes & TYPE_BITS;
    if ((attributes & ROBUST_BIT) != 0)
        kind |= ROBUST;
    if ((attributes & PROTOCOL_BITS) >> PROTOCOL_SHIFT == PRIORITY_PROTECT)
        kind |= PROTECTED;
    return kind;
}

int pthread_mutex_init(struct mutex *restrict mutex, const int *restrict attributes)
{
    int given = attributes != 0 ? *attributes : 0;
    __ut_atomic_begin();
    mutex->owner = 0;
    mutex->repeats = 0;
    mutex->health = CONSISTENT;
    mutex->ceiling = (given & CEILING_BITS) >> CEILING_SHIFT;
    mutex->kind = kind_of(given);
    __ut_atomic_end();
    return 0;
}

int pthread_mutex_destroy(struct mutex *mutex)
{
    int error = 0;
    __ut_atomic_begin();
    check_mutex(mutex);
    if (mutex->owner != 0 && !IS_ORPHAN(mutex)) {
        __ut_assert(0, "lock", "pthread_mutex_destroy of a locked mutex");
        error = BUSY;
    } else {
        mutex->kind = DESTROYED;
    }
    __ut_atomic_end();
    return error;
}

int pthread_mutex_lock(struct mutex *mutex)
{
    int self = __ut_self() + 1;
    __ut_atomic_begin();
    __ut_block_until(IS_DECIDED(mutex, self));
    int error = take_mutex(mutex, self);
    _Bool forever = error == WOULD_DEADLOCK && (mutex->kind & TYPE_BITS) != ERROR_CHECK;
    __ut_atomic_end();
    if (forever)
        __ut_block_until(0);
    return error;
}

/* Waiting for some time is the same as coming later: gives up if the mutex is not free now. */
int pthread_mutex_timedlock(struct mutex *restrict mutex, const struct timespec *restrict until)
{
    read_time(until);
    int self = __ut_self() + 1;
    int error;
    __ut_atomic_begin();
    int type = mutex->kind & TYPE_BITS;
    if (!IS_DECIDED(mutex, self))
        error = TIMED_OUT;
    else if (mutex->owner != self || type == RECURSIVE || type == ERROR_CHECK)
        error = take_mutex(mutex, self);
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
    int error;
    __ut_atomic_begin();
    if (!IS_DECIDED(mutex, self))
        error = BUSY;
    else if (mutex->owner != self || (mutex->kind & TYPE_BITS) == RECURSIVE)
        error = take_mutex(mutex, self);
    else
        error = BUSY;
    __ut_atomic_end();
    return error;
}

/* Recursive, error-checking and robust mutexes report a thread that is not the owner by an error
   number; for the others that is undefined. */
int pthread_mutex_unlock(struct mutex *mutex)
{
    int self = __ut_self() + 1;
    int error = 0;
    __ut_atomic_begin();
    check_mutex(mutex);
    int type = mutex->kind & TYPE_BITS;
    if (type == RECURSIVE || type == ERROR_CHECK || (mutex->kind & ROBUST) != 0) {
        if (mutex->owner != self)
            error = NO_PERMISSION;
    } else {
        __ut_assert(mutex->owner != 0, "lock", "unlock of a mutex that is not locked");
        __ut_assert(mutex->owner == self, "lock", "unlock of a mutex that another thread holds");
    }
    if (error == 0)
        release_mutex(mutex);
    __ut_atomic_end();
    return error;
}

int pthread_mutex_consistent(struct mutex *mutex)
{
    int self = __ut_self() + 1;
    int error = 0;
    __ut_atomic_begin();
    check_mutex(mutex);
    if ((mutex->kind & ROBUST) == 0 || mutex->health != INCONSISTENT || mutex->owner != self)
        error = INVALID;
    else
        mutex->health = CONSISTENT;
    __ut_atomic_end();
    return error;
}

int pthread_mutex_consistent_np(struct mutex *mutex)
{
    return pthread_mutex_consistent(mutex);
}

int pthread_mutex_getprioceiling(const struct mutex *restrict mutex, int *restrict ceiling)
{
    __ut_atomic_begin();
    check_mutex(mutex);
    int error = (mutex->kind & PROTECTED) != 0 ? 0 : INVALID;
    int value = mutex->ceiling < LOWEST_CEILING ? LOWEST_CEILING : mutex->ceiling;
    __ut_atomic_end();
    if (error == 0)
        *ceiling = value;
    return error;
}

int pthread_mutex_setprioceiling(struct mutex *restrict mutex, int ceiling, int *restrict before)
{
    if (ceiling < LOWEST_CEILING || ceiling > HIGHEST_CEILING)
        return INVALID;
    int value = 0;
    int error = pthread_mutex_getprioceiling(mutex, &value);
    if (error == 0)
        error = pthread_mutex_lock(mutex);
    if (error != 0)
        return error;
    if (before != 0)
        *before = value;
    __ut_atomic_begin();
    mutex->ceiling = ceiling;
    release_mutex(mutex);
    __ut_atomic_end();
    return 0;
}

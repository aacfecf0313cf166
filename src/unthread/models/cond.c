/* Condition variables. A wait has two sections: the first goes to sleep and releases the mutex, the
   second begins when the thread is awake and the mutex is free, and takes it.

   A signal chooses, in its own step, one of the threads asleep at that moment; later ones cannot
   come in between. A spurious wake-up, and giving up at a time, is decided by the first section:
   such a thread never was asleep for the others, which is what they would see had it woken up later
   without having been chosen.

   A loop around a wait may iterate forever in this way. Where the search knows such a loop
   (bound/loops/waiting.py), it calls `__ut_wait` and says which iteration it is. What adds nothing is left out
   there: waking up spuriously, iterating, and waiting again, without a signal since the mutex was
   taken. To sleep all the time gives the same, or, if there was a signal before that, to be woken by
   it. */

#include "mutex.h"
#include "sleepers.h"
#include "deadline.h"

/* A view of pthread_cond_t, whose static initializer is all zero. */
struct condition {
    thread_set waiting;  /* includes none that were woken */
    struct mutex *mutex; /* of those */
    int state;
    thread_set restless; /* woke up spuriously, and there was no signal since */
};

enum { USABLE = 0, CLOCK_SHIFT = 1, REALTIME = 0, MONOTONIC = 1 };

/* Whether pthread_cond_wait and cnd_wait may return without a signal, as POSIX and C allow. */
const int __ut_spurious = 1;

/* ---- attributes: pthread_condattr_t is one int: bit 0 shared, bit 1 the monotonic clock ---- */

int pthread_condattr_init(int *attributes)
{
    *attributes = 0;
    return 0;
}

int pthread_condattr_destroy(int *attributes)
{
    (void)attributes;
    return 0;
}

int pthread_condattr_setpshared(int *attributes, int shared)
{
    if (shared != 0 && shared != 1)
        return INVALID;
    *attributes = (*attributes & ~1) | shared;
    return 0;
}

int pthread_condattr_getpshared(const int *attributes, int *shared)
{
    *shared = *attributes & 1;
    return 0;
}

int pthread_condattr_setclock(int *attributes, int clock_number)
{
    if (clock_number != REALTIME && clock_number != MONOTONIC)
        return INVALID;
    *attributes = (*attributes & 1) | clock_number << CLOCK_SHIFT;
    return 0;
}

int pthread_condattr_getclock(const int *attributes, int *clock_number)
{
    *clock_number = *attributes >> CLOCK_SHIFT;
    return 0;
}

/* ---- condition variables ---- */

static void check_condition(const struct condition *condition)
{
    __ut_assert(condition->state != DESTROYED, "lock", "use of a destroyed condition variable");
    __ut_assert(condition->state == USABLE || condition->state == DESTROYED, "lock",
                "use of a condition variable that was not initialized");
}

int pthread_cond_init(struct condition *restrict condition, const int *restrict attributes)
{
    (void)attributes;
    __ut_atomic_begin();
    condition->waiting = 0;
    condition->mutex = 0;
    condition->state = USABLE;
    condition->restless = 0;
    __ut_atomic_end();
    return 0;
}

int pthread_cond_destroy(struct condition *condition)
{
    int error = 0;
    __ut_atomic_begin();
    check_condition(condition);
    if ((condition->waiting & __ut_asleep) != 0) {
        __ut_assert(0, "lock", "pthread_cond_destroy while a thread waits");
        error = BUSY;
    } else {
        condition->state = DESTROYED;
    }
    __ut_atomic_end();
    return error;
}

/* A canceled thread is not asleep any more, although it has not yet left. */
int pthread_cond_signal(struct condition *condition)
{
    __ut_atomic_begin();
    check_condition(condition);
    thread_set chosen = any_of(condition->waiting & __ut_asleep);
    condition->waiting &= ~chosen;
    __ut_asleep &= ~chosen;
    condition->restless = 0;
    __ut_atomic_end();
    return 0;
}

int pthread_cond_broadcast(struct condition *condition)
{
    __ut_atomic_begin();
    check_condition(condition);
    thread_set woken = condition->waiting & __ut_asleep;
    condition->waiting &= ~woken;
    __ut_asleep &= ~woken;
    condition->restless = 0;
    __ut_atomic_end();
    return 0;
}

enum { ASLEEP = 0, AWAKE = -1 };
enum iteration { NO_LOOP, FIRST_ITERATION, LATER_ITERATION };

/* Where this thread woke up spuriously the last time. */
static _Thread_local struct condition *last;
static _Thread_local struct mutex *last_mutex;

/* The first section. Gives an error number, or what the thread is to the others after it. */
static int go_to_sleep(struct condition *condition, struct mutex *mutex, int self, thread_set me,
                       _Bool awake, enum iteration iteration)
{
    int outcome = awake ? AWAKE : ASLEEP;
    __ut_atomic_begin();
    check_condition(condition);
    check_mutex(mutex);
    if (mutex->owner != self + 1) {
        __ut_assert(0, "lock", "wait at a condition variable without holding the mutex");
        outcome = NO_PERMISSION;
    } else {
        __ut_assert((condition->waiting & __ut_asleep) == 0 || condition->mutex == mutex, "lock",
                    "threads wait at a condition variable with different mutexes");
        if (iteration == LATER_ITERATION)
            __ut_assume((condition->restless & me) == 0 || condition != last || mutex != last_mutex);
        if (IS_CANCELED(self))
            outcome = AWAKE;
        if (outcome == ASLEEP) {
            condition->waiting |= me;
            condition->mutex = mutex;
            __ut_asleep |= me;
        }
        release_mutex(mutex);
    }
    __ut_atomic_end();
    return outcome;
}

/* In the second section: the thread was not woken by another; nobody shall choose it any more. */
static void get_up(struct condition *condition, thread_set me)
{
    condition->waiting &= ~me;
    __ut_asleep &= ~me;
}

int __ut_wait(struct condition *condition, struct mutex *mutex, enum iteration iteration)
{
    int self = __ut_self();
    thread_set me = this_thread();
    int outcome =
        go_to_sleep(condition, mutex, self, me, __ut_spurious != 0 && __ut_nondet_bool(), iteration);
    if (outcome > 0)
        return outcome;
    __ut_atomic_begin();
    __ut_block_until((__ut_asleep & me) == 0 && IS_DECIDED(mutex, self + 1));
    int error = take_mutex(mutex, self + 1);
    /* pthread_cancel wakes the thread but leaves it among those that wait. */
    _Bool canceled = IS_CANCELED(self) && (outcome == AWAKE || (condition->waiting & me) != 0);
    if (canceled && outcome == ASLEEP)
        get_up(condition, me);
    if (iteration != NO_LOOP && outcome == AWAKE && (mutex->kind & ROBUST) == 0) {
        condition->restless |= me;
        last = condition;
        last_mutex = mutex;
    }
    __ut_atomic_end();
    if (canceled)
        pthread_exit(CANCELED_RESULT);
    return error;
}

int pthread_cond_wait(struct condition *restrict condition, struct mutex *restrict mutex)
{
    return __ut_wait(condition, mutex, NO_LOOP);
}

/* Waiting for some time is the same as coming later: who has not been woken when the mutex is there
   has timed out. Who was woken may have timed out at that moment, too: POSIX lets it consume the signal. */
int pthread_cond_timedwait(struct condition *restrict condition, struct mutex *restrict mutex,
                           const struct timespec *restrict until)
{
    read_time(until);
    int self = __ut_self();
    thread_set me = this_thread();
    _Bool early = __ut_nondet_bool();
    _Bool spurious = early && __ut_spurious != 0 && __ut_nondet_bool();
    int outcome = go_to_sleep(condition, mutex, self, me, early, NO_LOOP);
    if (outcome > 0)
        return outcome;
    __ut_atomic_begin();
    __ut_block_until(IS_DECIDED(mutex, self + 1));
    int error = take_mutex(mutex, self + 1);
    _Bool canceled = IS_CANCELED(self) && (outcome == AWAKE || (condition->waiting & me) != 0);
    _Bool late = !canceled && (__ut_asleep & me) != 0;
    if ((canceled && outcome == ASLEEP) || late)
        get_up(condition, me);
    __ut_atomic_end();
    if (canceled)
        pthread_exit(CANCELED_RESULT);
    _Bool over = early ? !spurious : late || __ut_nondet_bool();
    if (error == 0 && over)
        error = TIMED_OUT;
    return error;
}

int pthread_cond_clockwait(struct condition *restrict condition, struct mutex *restrict mutex,
                           int clock_number, const struct timespec *restrict until)
{
    if (clock_number != REALTIME && clock_number != MONOTONIC)
        return INVALID;
    return pthread_cond_timedwait(condition, mutex, until);
}

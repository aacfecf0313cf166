/* <semaphore.h>. Failures are reported by errno, as POSIX requires. */

#include "control.h"
#include "deadline.h"

int *__errno_location(void);

/* A view of sem_t, which has no static initializer: zero memory is not a semaphore. */
struct semaphore {
    unsigned int value;
    int state;
};

enum { SEMAPHORE_READY = 0x73656d61, SEMAPHORE_DESTROYED = 0x64656164 };
enum { GREATEST_VALUE = 0x7fffffff };

static int fail(int error)
{
    *__errno_location() = error;
    return -1;
}

static void check_semaphore(const struct semaphore *semaphore)
{
    __ut_assert(semaphore->state != SEMAPHORE_DESTROYED, "lock", "use of a destroyed semaphore");
    __ut_assert(semaphore->state == SEMAPHORE_READY || semaphore->state == SEMAPHORE_DESTROYED,
                "lock", "use of a semaphore that was not initialized");
}

int sem_init(struct semaphore *semaphore, int shared, unsigned int value)
{
    (void)shared;
    if (value > GREATEST_VALUE)
        return fail(INVALID);
    __ut_atomic_begin();
    semaphore->value = value;
    semaphore->state = SEMAPHORE_READY;
    __ut_atomic_end();
    return 0;
}

/* For a thread that waits at it, that is reported in its own place: its wait ends with "use of a destroyed
   semaphore". */
int sem_destroy(struct semaphore *semaphore)
{
    __ut_atomic_begin();
    check_semaphore(semaphore);
    semaphore->state = SEMAPHORE_DESTROYED;
    __ut_atomic_end();
    return 0;
}

int sem_wait(struct semaphore *semaphore)
{
    int self = __ut_self();
    __ut_atomic_begin();
    __ut_block_until(semaphore->value > 0 || semaphore->state != SEMAPHORE_READY ||
                     IS_CANCELED(self));
    _Bool canceled = IS_CANCELED(self);
    check_semaphore(semaphore);
    if (!canceled && semaphore->value > 0)
        semaphore->value--;
    __ut_atomic_end();
    if (canceled)
        pthread_exit(CANCELED_RESULT);
    return 0;
}

static int wait_or(struct semaphore *semaphore, int unless_positive)
{
    __ut_atomic_begin();
    check_semaphore(semaphore);
    _Bool positive = semaphore->value > 0;
    if (positive)
        semaphore->value--;
    __ut_atomic_end();
    return positive ? 0 : fail(unless_positive);
}

int sem_trywait(struct semaphore *semaphore)
{
    return wait_or(semaphore, TRY_AGAIN);
}

/* Waiting for some time is the same as coming later, so timed functions never wait here. */
static int wait_timed(struct semaphore *semaphore)
{
    cancellation_point();
    return wait_or(semaphore, TIMED_OUT);
}

int sem_timedwait(struct semaphore *restrict semaphore, const struct timespec *restrict until)
{
    read_time(until);
    return wait_timed(semaphore);
}

int sem_clockwait(struct semaphore *restrict semaphore, int clock_number,
                  const struct timespec *restrict until)
{
    (void)clock_number;
    return sem_timedwait(semaphore, until);
}

int sem_post(struct semaphore *semaphore)
{
    __ut_atomic_begin();
    check_semaphore(semaphore);
    _Bool full = semaphore->value == GREATEST_VALUE;
    if (!full)
        semaphore->value++;
    __ut_atomic_end();
    return full ? fail(OVERFLOWS) : 0;
}

int sem_getvalue(struct semaphore *restrict semaphore, int *restrict result)
{
    __ut_atomic_begin();
    check_semaphore(semaphore);
    int value = (int)semaphore->value;
    __ut_atomic_end();
    *result = value;
    return 0;
}

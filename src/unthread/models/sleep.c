/* Sleeping and yielding. Sleeping takes no time, because any schedule is possible anyway; it is a
   point where a thread can be canceled. */

#include "control.h"
#include "deadline.h"

int *__errno_location(void);

static _Bool is_duration(const struct timespec *time)
{
    long seconds = time->tv_sec, nanoseconds = time->tv_nsec;
    return seconds >= 0 && nanoseconds >= 0 && nanoseconds < 1000000000L;
}

unsigned int sleep(unsigned int seconds)
{
    (void)seconds;
    cancellation_point();
    return 0;
}

int usleep(unsigned int microseconds)
{
    (void)microseconds;
    cancellation_point();
    return 0;
}

int nanosleep(const struct timespec *duration, struct timespec *left)
{
    (void)left;
    if (!is_duration(duration)) {
        *__errno_location() = INVALID;
        return -1;
    }
    cancellation_point();
    return 0;
}

int clock_nanosleep(int clock_number, int flags, const struct timespec *duration,
                    struct timespec *left)
{
    (void)flags, (void)left;
    if (clock_number > LAST_CLOCK || !is_duration(duration))
        return INVALID;
    cancellation_point();
    return 0;
}

int thrd_sleep(const struct timespec *duration, struct timespec *left)
{
    (void)left;
    read_time(duration);
    cancellation_point();
    return 0;
}

/* Waits for a signal whose handler runs, and none ever does. */
int pause(void)
{
    int self = __ut_self();
    __ut_block_until(IS_CANCELED(self));
    pthread_exit(CANCELED_RESULT);
}

int sched_yield(void)
{
    return 0;
}

int pthread_yield(void)
{
    return 0;
}

void thrd_yield(void)
{
}

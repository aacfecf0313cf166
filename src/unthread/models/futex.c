/* syscall(SYS_futex, ...): threads that wait at an address until another one wakes some of those who wait there.

   As at condition variables, a wait has two sections: the first compares the value and goes to sleep, the second
   begins when the thread is awake. A spurious wake-up, or one by a signal, is decided by the first section: such a
   thread never was asleep for the others, which is what they would see had it woken up later without having been
   chosen. Who waits for a limited time never waits here: being late is the same as being scheduled late. */

#include "sleepers.h"
#include "deadline.h"

enum { WAIT = 0, WAKE = 1, WAIT_BITSET = 9, WAKE_BITSET = 10 };
enum { PRIVATE = 128, CLOCK_REALTIME = 256 };
enum { MOST_ADDRESSES = 8, NANOSECONDS = 1000000000 };

#define ALL_BITS 0xffffffffu

extern const int __ut_spurious;

int *__errno_location(void);

/* The threads asleep at an address, by private operations or by others, which do not see each other. The place is
   free while there are none. */
struct queue {
    const void *address;
    int is_private;
    thread_set waiting;
};

static struct queue queues[MOST_ADDRESSES];
static thread_set asleep;

static long fail(int error)
{
    *__errno_location() = error;
    return -1;
}

/* In a section: where threads wait at this address. With `is_new`, a free place if there are none. */
static int queue_of(const void *address, int is_private, _Bool is_new)
{
    int free_place = MOST_ADDRESSES;
    for (int i = 0; i < MOST_ADDRESSES; i++) {
        if (queues[i].waiting == 0)
            free_place = i;
        else if (queues[i].address == address && queues[i].is_private == is_private)
            return i;
    }
    if (is_new && free_place == MOST_ADDRESSES)
        __ut_unmodelled("futexes: threads that wait at more than 8 addresses");
    return is_new ? free_place : MOST_ADDRESSES;
}

enum { ASLEEP, AWAKE, DIFFERENT };

/* The first section. */
static int go_to_sleep(const int *address, int expected, int is_private, thread_set me, _Bool awake)
{
    int outcome = awake ? AWAKE : ASLEEP;
    __ut_atomic_begin();
    if (*address != expected) {
        outcome = DIFFERENT;
    } else if (!awake) {
        int place = queue_of(address, is_private, 1);
        queues[place].address = address;
        queues[place].is_private = is_private;
        queues[place].waiting |= me;
        asleep |= me;
    }
    __ut_atomic_end();
    return outcome;
}

/* In a section: nobody shall choose this thread any more. Gives whether somebody had. */
static _Bool get_up(thread_set me)
{
    _Bool woken = (asleep & me) == 0;
    if (!woken)
        for (int i = 0; i < MOST_ADDRESSES; i++)
            queues[i].waiting &= ~me;
    asleep &= ~me;
    return woken;
}

/* As long as it takes. */
static long wait(const int *address, int expected, int is_private)
{
    thread_set me = this_thread();
    int outcome = go_to_sleep(address, expected, is_private, me, __ut_spurious != 0 && __ut_nondet_bool());
    if (outcome == DIFFERENT)
        return fail(TRY_AGAIN);
    if (outcome == AWAKE)
        return __ut_nondet_bool() ? fail(INTERRUPTED) : 0;
    __ut_atomic_begin();
    __ut_block_until((asleep & me) == 0);
    __ut_atomic_end();
    return 0;
}

/* Until some time, or for some time. */
static long wait_timed(const int *address, int expected, int is_private, const struct timespec *time)
{
    if (time->tv_sec < 0 || time->tv_nsec < 0 || time->tv_nsec >= NANOSECONDS)
        return fail(INVALID);
    thread_set me = this_thread();
    if (go_to_sleep(address, expected, is_private, me, 0) == DIFFERENT)
        return fail(TRY_AGAIN);
    __ut_atomic_begin();
    _Bool woken = get_up(me);
    __ut_atomic_end();
    if (woken || (__ut_spurious != 0 && __ut_nondet_bool()))
        return 0;
    return fail(__ut_spurious != 0 && __ut_nondet_bool() ? INTERRUPTED : TIMED_OUT);
}

/* In a section: so many of them, any. */
static thread_set some_of(thread_set set, int count)
{
    thread_set chosen = 0;
    for (; count > 0; count--)
        chosen |= any_of(set & ~chosen);
    return chosen;
}

static long wake(const void *address, int most, int is_private)
{
    if (most < 1)
        __ut_unmodelled("FUTEX_WAKE of less than one thread");
    __ut_atomic_begin();
    int place = queue_of(address, is_private, 0), count = 0;
    if (place < MOST_ADDRESSES) {
        thread_set waiting = queues[place].waiting;
        count = __builtin_popcountll(waiting);
        if (most < count) {
            waiting = some_of(waiting, most);
            count = most;
        }
        queues[place].waiting &= ~waiting;
        asleep &= ~waiting;
    }
    __ut_atomic_end();
    return count;
}

static void check_bits(unsigned int bits)
{
    if (bits != ALL_BITS)
        __ut_unmodelled("futexes: a bit set other than FUTEX_BITSET_MATCH_ANY");
}

static __UT_NORETURN void refuse(int operation)
{
    switch (operation) {
    case 3:
        __ut_unmodelled("FUTEX_REQUEUE");
    case 4:
        __ut_unmodelled("FUTEX_CMP_REQUEUE");
    case 5:
        __ut_unmodelled("FUTEX_WAKE_OP");
    case 6:
        __ut_unmodelled("FUTEX_LOCK_PI");
    case 7:
        __ut_unmodelled("FUTEX_UNLOCK_PI");
    case 8:
        __ut_unmodelled("FUTEX_TRYLOCK_PI");
    case 11:
        __ut_unmodelled("FUTEX_WAIT_REQUEUE_PI");
    case 12:
        __ut_unmodelled("FUTEX_CMP_REQUEUE_PI");
    default:
        __ut_unmodelled("syscall(SYS_futex, ...) with an operation other than FUTEX_WAIT and FUTEX_WAKE");
    }
}

/* The arguments after the number of the system call. Only those that the operation has are there. */
long __ut_futex(__builtin_va_list list)
{
    const int *address = __builtin_va_arg(list, const int *);
    int operation = __builtin_va_arg(list, int);
    int is_private = operation & PRIVATE, kind = operation & ~PRIVATE;
    if (kind == (WAIT | CLOCK_REALTIME) || kind == (WAIT_BITSET | CLOCK_REALTIME))
        kind &= ~CLOCK_REALTIME;
    if (kind != WAIT && kind != WAKE && kind != WAIT_BITSET && kind != WAKE_BITSET)
        refuse(kind);
    int value = __builtin_va_arg(list, int);
    if (kind == WAKE)
        return wake(address, value, is_private);
    const struct timespec *time = __builtin_va_arg(list, const struct timespec *);
    if (kind != WAIT) {
        (void)__builtin_va_arg(list, void *);
        check_bits(__builtin_va_arg(list, unsigned int));
    }
    if (kind == WAKE_BITSET)
        return wake(address, value, is_private);
    if (time != 0)
        return wait_timed(address, value, is_private, time);
    return wait(address, value, is_private);
}

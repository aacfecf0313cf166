/* Read-write locks: readers together, a writer alone. Whether a reader passes a writer that waits is
   left to the implementation by POSIX; here it does, as in glibc, unless the lock is of the kind
   PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP. */

#include "deadline.h"
#include "sleepers.h"

/* A view of pthread_rwlock_t, whose static initializers set the kind. */
struct rwlock {
    int writer;       /* its number plus one */
    int state;
    thread_set once;  /* threads that hold it for reading, ... */
    thread_set twice; /* ... and those that hold it twice */
#if __SIZEOF_POINTER__ == 8
    int waiting;      /* writers that readers must not pass */
    int unused[5];
    int kind;
#else
    unsigned char kind;
    unsigned char unused[3];
    int waiting;
#endif
};

enum { RWLOCK_USABLE = 0, RWLOCK_DESTROYED = -1 };
enum { PREFER_WRITER = 2 };

/* ---- attributes: pthread_rwlockattr_t is two ints ---- */

struct rwlock_attributes {
    int kind;
    int shared;
};

int pthread_rwlockattr_init(struct rwlock_attributes *attributes)
{
    attributes->kind = 0;
    attributes->shared = 0;
    return 0;
}

int pthread_rwlockattr_destroy(struct rwlock_attributes *attributes)
{
    (void)attributes;
    return 0;
}

int pthread_rwlockattr_setpshared(struct rwlock_attributes *attributes, int shared)
{
    if (shared != 0 && shared != 1)
        return INVALID;
    attributes->shared = shared;
    return 0;
}

int pthread_rwlockattr_getpshared(const struct rwlock_attributes *attributes, int *shared)
{
    *shared = attributes->shared;
    return 0;
}

int pthread_rwlockattr_setkind_np(struct rwlock_attributes *attributes, int kind)
{
    if (kind < 0 || kind > 2)
        return INVALID;
    attributes->kind = kind;
    return 0;
}

int pthread_rwlockattr_getkind_np(const struct rwlock_attributes *attributes, int *kind)
{
    *kind = attributes->kind;
    return 0;
}

/* ---- locks ---- */

#define IS_WRITABLE(lock) ((lock)->writer == 0 && (lock)->once == 0)
#define IS_READABLE(lock) ((lock)->writer == 0 && (lock)->waiting == 0)
#define IS_BAD(lock) ((lock)->state != RWLOCK_USABLE)

static void check_rwlock(const struct rwlock *lock)
{
    __ut_assert(lock->state != RWLOCK_DESTROYED, "lock", "use of a destroyed rwlock");
    __ut_assert(lock->state == RWLOCK_USABLE || lock->state == RWLOCK_DESTROYED, "lock",
                "use of a rwlock that was not initialized");
}

int pthread_rwlock_init(struct rwlock *restrict lock,
                        const struct rwlock_attributes *restrict attributes)
{
    int kind = attributes == 0 ? 0 : attributes->kind;
    __ut_atomic_begin();
    lock->writer = 0;
    lock->once = 0;
    lock->twice = 0;
    lock->waiting = 0;
    lock->kind = (unsigned char)kind;
    lock->state = RWLOCK_USABLE;
    __ut_atomic_end();
    return 0;
}

int pthread_rwlock_destroy(struct rwlock *lock)
{
    int error = 0;
    __ut_atomic_begin();
    check_rwlock(lock);
    if (!IS_WRITABLE(lock)) {
        __ut_assert(0, "lock", "pthread_rwlock_destroy of a locked rwlock");
        error = BUSY;
    } else {
        lock->state = RWLOCK_DESTROYED;
    }
    __ut_atomic_end();
    return error;
}

/* In a section: no writer. */
static void add_reader(struct rwlock *lock, thread_set me)
{
    if ((lock->twice & me) != 0)
        __ut_unmodelled("third read lock of one rwlock by the same thread");
    if ((lock->once & me) != 0)
        lock->twice |= me;
    lock->once |= me;
}

int pthread_rwlock_rdlock(struct rwlock *lock)
{
    int self = __ut_self() + 1;
    thread_set me = this_thread();
    int error = 0;
    __ut_atomic_begin();
    __ut_block_until(IS_READABLE(lock) || lock->writer == self || IS_BAD(lock));
    check_rwlock(lock);
    if (lock->writer == self) {
        __ut_assert(0, "lock", "read lock of a rwlock that this thread holds for writing");
        error = WOULD_DEADLOCK;
    } else {
        add_reader(lock, me);
    }
    __ut_atomic_end();
    return error;
}

/* Who has to wait for others says so first, if readers must not pass. */
static _Bool announce_writer(struct rwlock *lock, int self, thread_set me)
{
    __ut_atomic_begin();
    _Bool waits = lock->kind == PREFER_WRITER && !IS_WRITABLE(lock) && lock->writer != self &&
                  (lock->once & me) == 0 && !IS_BAD(lock);
    if (waits)
        lock->waiting++;
    __ut_atomic_end();
    return waits;
}

int pthread_rwlock_wrlock(struct rwlock *lock)
{
    int self = __ut_self() + 1;
    thread_set me = this_thread();
    int error = 0;
    _Bool waits = announce_writer(lock, self, me);
    __ut_atomic_begin();
    __ut_block_until(IS_WRITABLE(lock) || lock->writer == self || (lock->once & me) != 0 ||
                     IS_BAD(lock));
    if (waits)
        lock->waiting--;
    check_rwlock(lock);
    _Bool reader = (lock->once & me) != 0;
    __ut_report(!reader, "lock", "write lock of a rwlock that this thread holds for reading");
    if (lock->writer == self) {
        __ut_assert(0, "lock", "write lock of a rwlock that this thread holds already");
        error = WOULD_DEADLOCK;
    } else if (!reader) {
        lock->writer = self;
    }
    __ut_atomic_end();
    if (reader)
        __ut_block_until(0);
    return error;
}

static int read_or(struct rwlock *lock, int unless_free)
{
    thread_set me = this_thread();
    int error = 0;
    __ut_atomic_begin();
    check_rwlock(lock);
    if (IS_READABLE(lock))
        add_reader(lock, me);
    else
        error = unless_free;
    __ut_atomic_end();
    return error;
}

static int write_or(struct rwlock *lock, int unless_free)
{
    int self = __ut_self() + 1;
    int error = 0;
    __ut_atomic_begin();
    check_rwlock(lock);
    if (IS_WRITABLE(lock))
        lock->writer = self;
    else
        error = unless_free;
    __ut_atomic_end();
    return error;
}

int pthread_rwlock_tryrdlock(struct rwlock *lock)
{
    return read_or(lock, BUSY);
}

int pthread_rwlock_trywrlock(struct rwlock *lock)
{
    return write_or(lock, BUSY);
}

/* Waiting for some time is the same as coming later, so timed functions never wait here. */
int pthread_rwlock_timedrdlock(struct rwlock *restrict lock, const struct timespec *restrict until)
{
    read_time(until);
    return read_or(lock, TIMED_OUT);
}

int pthread_rwlock_timedwrlock(struct rwlock *restrict lock, const struct timespec *restrict until)
{
    read_time(until);
    return write_or(lock, TIMED_OUT);
}

int pthread_rwlock_clockrdlock(struct rwlock *restrict lock, int clock_number,
                               const struct timespec *restrict until)
{
    (void)clock_number;
    read_time(until);
    return read_or(lock, TIMED_OUT);
}

int pthread_rwlock_clockwrlock(struct rwlock *restrict lock, int clock_number,
                               const struct timespec *restrict until)
{
    (void)clock_number;
    read_time(until);
    return write_or(lock, TIMED_OUT);
}

int pthread_rwlock_unlock(struct rwlock *lock)
{
    int self = __ut_self() + 1;
    thread_set me = this_thread();
    __ut_atomic_begin();
    check_rwlock(lock);
    _Bool reader = (lock->once & me) != 0;
    __ut_assert(reader || lock->writer == self, "lock",
                "unlock of a rwlock that this thread does not hold");
    if (!reader)
        lock->writer = 0;
    else if ((lock->twice & me) != 0)
        lock->twice &= ~me;
    else
        lock->once &= ~me;
    __ut_atomic_end();
    return 0;
}

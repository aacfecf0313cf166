/* Spin locks. pthread_spinlock_t is one int, without a static initializer: zero means that nobody
   initialized it. Spinning is waiting. */

#include "control.h"

enum { SPIN_FREE = 1, SPIN_DESTROYED = -1, FIRST_OWNER = 2 };

#define IS_SPIN_LOCK(value) ((value) >= SPIN_FREE && (value) < FIRST_OWNER + MOST_THREADS)

static void check_spin(int value)
{
    __ut_assert(value != SPIN_DESTROYED, "lock", "use of a destroyed spin lock");
    __ut_assert(IS_SPIN_LOCK(value) || value == SPIN_DESTROYED, "lock",
                "use of a spin lock that was not initialized");
}

int pthread_spin_init(volatile int *lock, int shared)
{
    if (shared != 0 && shared != 1)
        return INVALID;
    __ut_atomic_begin();
    *lock = SPIN_FREE;
    __ut_atomic_end();
    return 0;
}

int pthread_spin_destroy(volatile int *lock)
{
    int error = 0;
    __ut_atomic_begin();
    check_spin(*lock);
    if (*lock >= FIRST_OWNER) {
        __ut_assert(0, "lock", "pthread_spin_destroy of a locked spin lock");
        error = BUSY;
    } else {
        *lock = SPIN_DESTROYED;
    }
    __ut_atomic_end();
    return error;
}

int pthread_spin_lock(volatile int *lock)
{
    int self = __ut_self() + FIRST_OWNER;
    __ut_atomic_begin();
    __ut_block_until(*lock == SPIN_FREE || *lock == self || !IS_SPIN_LOCK(*lock));
    check_spin(*lock);
    _Bool again = *lock == self;
    __ut_report(!again, "lock", "lock of a spin lock that this thread holds already");
    *lock = self;
    __ut_atomic_end();
    if (again)
        __ut_block_until(0);
    return 0;
}

int pthread_spin_trylock(volatile int *lock)
{
    int self = __ut_self() + FIRST_OWNER;
    int error = 0;
    __ut_atomic_begin();
    check_spin(*lock);
    if (*lock == SPIN_FREE)
        *lock = self;
    else
        error = BUSY;
    __ut_atomic_end();
    return error;
}

int pthread_spin_unlock(volatile int *lock)
{
    int self = __ut_self() + FIRST_OWNER;
    __ut_atomic_begin();
    check_spin(*lock);
    __ut_assert(*lock != SPIN_FREE, "lock", "unlock of a spin lock that is not locked");
    __ut_assert(*lock == self || *lock == SPIN_FREE, "lock",
                "unlock of a spin lock that another thread holds");
    *lock = SPIN_FREE;
    __ut_atomic_end();
    return 0;
}

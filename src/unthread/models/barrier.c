/* Barriers. A wait has two sections: the first arrives, and the last to arrive wakes the others; the
   second begins when the thread is awake. Whoever is woken does not touch the barrier any more, so it
   may be destroyed as soon as one thread is through. The special result goes to the last to arrive:
   nobody can see who that was, so any thread can be the one. */

#include "control.h"

/* A view of pthread_barrier_t, which has no static initializer. */
struct barrier {
    thread_set waiting;
    unsigned int needed;
    unsigned int arrived;
    int state;
};

enum { BARRIER_READY = 0x62617272, BARRIER_DESTROYED = 0x64656164, SERIAL_THREAD = -1 };

/* Threads that wait at some barrier. */
static thread_set asleep;

/* ---- attributes: pthread_barrierattr_t is one int ---- */

int pthread_barrierattr_init(int *attributes)
{
    *attributes = 0;
    return 0;
}

int pthread_barrierattr_destroy(int *attributes)
{
    (void)attributes;
    return 0;
}

int pthread_barrierattr_setpshared(int *attributes, int shared)
{
    if (shared != 0 && shared != 1)
        return INVALID;
    *attributes = shared;
    return 0;
}

int pthread_barrierattr_getpshared(const int *attributes, int *shared)
{
    *shared = *attributes;
    return 0;
}

/* ---- barriers ---- */

static void check_barrier(const struct barrier *barrier)
{
    __ut_assert(barrier->state != BARRIER_DESTROYED, "lock", "use of a destroyed barrier");
    __ut_assert(barrier->state == BARRIER_READY || barrier->state == BARRIER_DESTROYED, "lock",
                "use of a barrier that was not initialized");
}

int pthread_barrier_init(struct barrier *restrict barrier, const int *restrict attributes,
                         unsigned int count)
{
    (void)attributes;
    if (count == 0)
        return INVALID;
    __ut_atomic_begin();
    barrier->waiting = 0;
    barrier->needed = count;
    barrier->arrived = 0;
    barrier->state = BARRIER_READY;
    __ut_atomic_end();
    return 0;
}

int pthread_barrier_destroy(struct barrier *barrier)
{
    int error = 0;
    __ut_atomic_begin();
    check_barrier(barrier);
    if (barrier->arrived != 0) {
        __ut_assert(0, "lock", "pthread_barrier_destroy while a thread waits");
        error = BUSY;
    } else {
        barrier->state = BARRIER_DESTROYED;
    }
    __ut_atomic_end();
    return error;
}

int pthread_barrier_wait(struct barrier *barrier)
{
    thread_set me = this_thread();
    __ut_atomic_begin();
    check_barrier(barrier);
    barrier->arrived++;
    _Bool last = barrier->arrived == barrier->needed;
    if (last) {
        asleep &= ~barrier->waiting;
        barrier->waiting = 0;
        barrier->arrived = 0;
    } else {
        barrier->waiting |= me;
        asleep |= me;
    }
    __ut_atomic_end();
    if (last)
        return SERIAL_THREAD;
    __ut_block_until((asleep & me) == 0);
    return 0;
}

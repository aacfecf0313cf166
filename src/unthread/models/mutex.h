/* Mutexes as pthread.c and cond.c see them: a view of glibc's pthread_mutex_t, whose static
   initializers set `kind` and nothing else. */
#ifndef MUTEX_H
#define MUTEX_H

#include "control.h"

enum { NORMAL = 0, RECURSIVE = 1, ERROR_CHECK = 2, ADAPTIVE = 3, TYPE_BITS = 3 };
enum { ROBUST = 16, PROTECTED = 64, ALL_KINDS = TYPE_BITS | ROBUST | PROTECTED };
enum { DESTROYED = -1 };
enum { CONSISTENT = 0, INCONSISTENT = 1, LOST = 2 };

struct mutex {
    int owner;            /* its number plus one; zero: not locked (glibc: the lock word) */
    unsigned int repeats; /* of a recursive mutex, beyond the first lock */
    int health;           /* of a robust mutex (glibc: the owner) */
#ifdef __x86_64__
    int ceiling; /* glibc: the number of users */
    int kind;
#else
    int kind;
    int ceiling;
#endif
};

/* Destroyed, or memory that holds chance values. */
#define IS_BROKEN(mutex) (((unsigned int)(mutex)->kind & ~(unsigned int)ALL_KINDS) != 0)

/* Threads that are over, in a program with robust mutexes. */
extern thread_set __ut_dead;

/* Robust, and its owner is over. */
#define IS_ORPHAN(mutex)                                                                          \
    (((mutex)->kind & ROBUST) != 0 && (mutex)->owner != 0 &&                                      \
     (__ut_dead >> ((unsigned int)(mutex)->owner - 1) % MOST_IN_SET & 1) != 0)

/* When a lock need not wait, because it succeeds or because it is an error. */
#define IS_DECIDED(mutex, self)                                                                   \
    ((mutex)->owner == 0 || (mutex)->owner == (self) || IS_BROKEN(mutex) || IS_ORPHAN(mutex))

/* In a section: the mutex is neither destroyed nor, where memory holds chance values, uninitialized. */
static inline void check_mutex(const struct mutex *mutex)
{
    __ut_assert(mutex->kind != DESTROYED, "lock", "use of a destroyed mutex");
    __ut_assert(!IS_BROKEN(mutex), "lock", "use of a mutex that was not initialized");
}

/* In a section, by the owner: lock once more. */
static inline int take_again(struct mutex *mutex)
{
    if ((mutex->kind & TYPE_BITS) == RECURSIVE) {
        mutex->repeats++;
        return 0;
    }
    if ((mutex->kind & TYPE_BITS) != ERROR_CHECK)
        __ut_report(0, "lock", "lock of a mutex that this thread holds already"); /* then it waits forever */
    return WOULD_DEADLOCK;
}

/* In a section: lock a robust mutex that nobody alive holds. */
static inline int take_robust(struct mutex *mutex, int self)
{
    if (mutex->health == LOST)
        return NOT_RECOVERABLE;
    int error = 0;
    if (mutex->owner != 0 || mutex->health == INCONSISTENT) {
        mutex->health = INCONSISTENT;
        mutex->repeats = 0;
        error = OWNER_DEAD;
    }
    mutex->owner = self;
    return error;
}

/* In a section, once IS_DECIDED. */
static inline int take_mutex(struct mutex *mutex, int self)
{
    check_mutex(mutex);
    if (mutex->owner == self)
        return take_again(mutex);
    if ((mutex->kind & ROBUST) != 0)
        return take_robust(mutex, self);
    mutex->owner = self;
    return 0;
}

/* In a section, by the owner. */
static inline void release_mutex(struct mutex *mutex)
{
    if (mutex->repeats > 0) {
        mutex->repeats--;
        return;
    }
    mutex->owner = 0;
    if (mutex->health == INCONSISTENT)
        mutex->health = LOST;
}

#endif

"""What other parts know of the library's models by name: functions, tables, and where a lock keeps its owner.
tests/unit/program/test_library.py compares it with models/."""

from __future__ import annotations

from enum import StrEnum

OWN = "__ut_"  # how names begin that are not the user's
ENTRY = "@entry"  # in the names of functions that unthread writes to call one of the user's
THREADS = "__ut_threads"  # the table of threads, by number
FINISHED = 2  # pointers stand in an entry before the bytes `started` and `finished`
MOST_THREADS = 128  # for which it has room, main included
CANCELLATION = "__ut_cancellation"
ASLEEP = "__ut_asleep"  # the set of threads that wait at condition variables
SPURIOUS = "__ut_spurious"  # the switch of models/cond.c
FAILS_WEAKLY = "__ut_fails_weakly"  # the input of a weak compare-and-exchange, in frontend/include/prelude.h
ALLOCATORS = frozenset(
    {"malloc", "calloc", "aligned_alloc", "memalign", "strdup", "strndup"}
)  # NULL: they fail
CREATORS = ("pthread_create", "thrd_create")  # give a handle through the first argument
END_OF_THREAD = "pthread_exit"
CANCEL = "pthread_cancel"
CANCELLATION_POINT = "cancellation_point@"  # of models/control.h, in each file that has it
JOINS = frozenset({"pthread_join", "pthread_timedjoin_np", "pthread_clockjoin_np", "thrd_join"})

WRITE_LOCK = "pthread_rwlock_wrlock"
WAIT = "pthread_cond_wait"
WAIT_IN_LOOP = "__ut_wait"  # of models/cond.c, which gets FIRST_ITERATION or LATER_ITERATION
FIRST_ITERATION, LATER_ITERATION = 1, 2

# What distinguishes a lock that is held for a moment from one that is free.
LOOKS_AT_MUTEXES = ("pthread_mutex_trylock", "pthread_mutex_timedlock", "pthread_mutex_clocklock")
LOOKS_AT_LOCKS = (*LOOKS_AT_MUTEXES, "pthread_spin_trylock", "pthread_mutexattr_setrobust")

# How many locks of the first argument are taken, where no error is looked at.
LOCKING = {
    "pthread_mutex_lock": 1,
    "pthread_mutex_unlock": -1,
    "mtx_lock": 1,
    "mtx_unlock": -1,
    "pthread_spin_lock": 1,
    "pthread_spin_unlock": -1,
}


class LockSort(StrEnum):
    MUTEX = "mutex"
    SPIN = "spin lock"
    RWLOCK = "read-write lock"


# Functions after which the calling thread may hold a lock: its kind, and which argument it is.
TAKES: dict[str, tuple[LockSort, int]] = {
    **dict.fromkeys(("pthread_mutex_lock", "mtx_lock", *LOOKS_AT_MUTEXES), (LockSort.MUTEX, 0)),
    **dict.fromkeys(("mtx_trylock", "mtx_timedlock"), (LockSort.MUTEX, 0)),
    **dict.fromkeys((WAIT, "pthread_cond_timedwait", "pthread_cond_clockwait"), (LockSort.MUTEX, 1)),
    **dict.fromkeys(("cnd_wait", "cnd_timedwait"), (LockSort.MUTEX, 1)),
    **dict.fromkeys(("pthread_spin_lock", "pthread_spin_trylock"), (LockSort.SPIN, 0)),
    **dict.fromkeys(("pthread_rwlock_rdlock", "pthread_rwlock_wrlock"), (LockSort.RWLOCK, 0)),
    **dict.fromkeys(("pthread_rwlock_tryrdlock", "pthread_rwlock_trywrlock"), (LockSort.RWLOCK, 0)),
    **dict.fromkeys(("pthread_rwlock_timedrdlock", "pthread_rwlock_timedwrlock"), (LockSort.RWLOCK, 0)),
    **dict.fromkeys(("pthread_rwlock_clockrdlock", "pthread_rwlock_clockwrlock"), (LockSort.RWLOCK, 0)),
}
# Those of them that do not wait until they have it.
TRIES = frozenset(name for name in TAKES if "try" in name)
NEVER_RETURN = frozenset({"pthread_exit", "thrd_exit", "exit", "quick_exit", "_exit", "abort"})
SIGNALS = frozenset({"pthread_cond_signal", "pthread_cond_broadcast", "cnd_signal", "cnd_broadcast"})
WAITS_AT_CONDITIONS = frozenset(name for name in TAKES if "_cond_" in name or name.startswith("cnd_"))
# What they return when the time is up: ETIMEDOUT or thrd_timedout.
TIMED_OUT = {name: 4 if name[0] in "cm" else 110 for name in TAKES if "timed" in name or "clock" in name}

# An int at the beginning of a lock is the number of its owner, or writer, plus this.
FIRST_OWNER = {LockSort.MUTEX: 1, LockSort.SPIN: 2, LockSort.RWLOCK: 1}
READERS = 8  # of a read-write lock: where its set of readers begins, a bit for each of 64 threads


def lock_size(function: str) -> int:
    """How many bytes the platform's type has at least whose address the function is given."""
    return 4 if function.startswith("pthread_spin_") else 24


def is_users(function: str) -> bool:
    """It is not one of the functions that unthread writes to call the user's."""
    return ENTRY not in function

"""What the library's functions do with locks, seen from their callers.

The models keep in a lock who has it, and look at it and change it in atomic sections only. So whatever such
an object holds at first: when a call that takes it has returned, the calling thread is named as the owner (as
one of the readers), and none but that thread, by one of these functions, makes it another. What this needs
and what is checked elsewhere: nothing else writes there, and nobody initializes the object again meanwhile.
docs/decisions/0015-whole-program-locks.md has the argument for each function.
"""

from __future__ import annotations

from unthread.core.records import dataclass
from unthread.program.library import WAIT, WAIT_IN_LOOP, LockSort


@dataclass(frozen=True, slots=True)
class Taking:
    """The first argument is taken, with `tries` only if the result is zero."""

    kind: LockSort
    shared: bool = False
    tries: bool = False


@dataclass(frozen=True, slots=True)
class Releasing:
    kind: LockSort


# Calls that are not looked into: all they touch is their lock, in one atomic section.
WHOLE: dict[str, Taking | Releasing] = {
    "pthread_mutex_lock": Taking(LockSort.MUTEX),
    "pthread_mutex_trylock": Taking(LockSort.MUTEX, tries=True),
    "pthread_mutex_unlock": Releasing(LockSort.MUTEX),
    "pthread_spin_lock": Taking(LockSort.SPIN),
    "pthread_spin_trylock": Taking(LockSort.SPIN, tries=True),
    "pthread_spin_unlock": Releasing(LockSort.SPIN),
    "pthread_rwlock_rdlock": Taking(LockSort.RWLOCK, shared=True),
    "pthread_rwlock_wrlock": Taking(LockSort.RWLOCK),
    "pthread_rwlock_tryrdlock": Taking(LockSort.RWLOCK, shared=True, tries=True),
    "pthread_rwlock_trywrlock": Taking(LockSort.RWLOCK, tries=True),
    "pthread_rwlock_unlock": Releasing(LockSort.RWLOCK),
}

# Calls that are looked into, too: they do something else besides.
PARTLY: dict[str, Taking] = {
    "pthread_mutex_timedlock": Taking(LockSort.MUTEX, tries=True),
    "pthread_mutex_clocklock": Taking(LockSort.MUTEX, tries=True),
    "pthread_rwlock_timedrdlock": Taking(LockSort.RWLOCK, shared=True, tries=True),
    "pthread_rwlock_timedwrlock": Taking(LockSort.RWLOCK, tries=True),
    "pthread_rwlock_clockrdlock": Taking(LockSort.RWLOCK, shared=True, tries=True),
    "pthread_rwlock_clockwrlock": Taking(LockSort.RWLOCK, tries=True),
}

WITH_ATTRIBUTES = "pthread_mutex_init"  # the second argument decides what sort of mutex it is
JOIN, DETACH = "pthread_join", "pthread_detach"
INITIALIZES = {
    WITH_ATTRIBUTES: LockSort.MUTEX,
    "pthread_rwlock_init": LockSort.RWLOCK,
    "pthread_spin_init": LockSort.SPIN,
}
DESTROYS = {
    "pthread_mutex_destroy": LockSort.MUTEX,
    "pthread_rwlock_destroy": LockSort.RWLOCK,
    "pthread_spin_destroy": LockSort.SPIN,
}
WAITS = {  # at a condition variable: which argument is the mutex
    WAIT: 1,
    WAIT_IN_LOOP: 1,
    "pthread_cond_timedwait": 1,
    "pthread_cond_clockwait": 1,
}
ATTRIBUTES = "pthread_mutexattr_init"
# They leave attributes that were initialized what they are.
SETS_ATTRIBUTES = frozenset(
    f"pthread_mutexattr_set{what}" for what in ("type", "pshared", "protocol", "prioceiling")
)

# They make a mutex that may be lost with its owner, or give it back in other ways.
STRANGE = frozenset(
    {
        "pthread_mutexattr_setrobust",
        "pthread_mutexattr_setrobust_np",
        "pthread_mutex_consistent",
        "pthread_mutex_consistent_np",
        "pthread_mutex_setprioceiling",
    }
)

# Bytes of the models' views of these types, and where a mutex has its kind.
SIZES = {LockSort.MUTEX: 20, LockSort.RWLOCK: 52, LockSort.SPIN: 4}
OWNED = {
    LockSort.MUTEX: 12,
    LockSort.RWLOCK: 52,
    LockSort.SPIN: 4,
}  # from the start: what a free lock has zero
ROBUST = 16  # a bit of a mutex's kind


def kind_offset(pointer_size: int) -> int:
    return 16 if pointer_size == 8 else 12

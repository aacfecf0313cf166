"""What the library's functions do with locks, seen from their callers.

The models keep in a lock who has it, and look at it and change it in atomic sections only. So whatever such
an object holds at first: when a call that takes it has returned, the calling thread is named as the owner (as
one of the readers), and none but that thread, by one of these functions, makes it another. What this needs
and what is checked elsewhere: nothing else writes there, and nobody initializes the object again meanwhile.
docs/decisions/0015-whole-program-locks.md has the argument for each function.
"""

from __future__ import annotations

from unthread.core.records import dataclass
from unthread.program.library import WAIT, WAIT_IN_LOOP, Lock


@dataclass(frozen=True, slots=True)
class Taking:
    """The first argument is taken, with `tries` only if the result is zero."""

    kind: Lock
    shared: bool = False
    tries: bool = False


@dataclass(frozen=True, slots=True)
class Releasing:
    kind: Lock


# Calls that are not looked into: all they touch is their lock, in one atomic section.
WHOLE: dict[str, Taking | Releasing] = {
    "pthread_mutex_lock": Taking(Lock.MUTEX),
    "pthread_mutex_trylock": Taking(Lock.MUTEX, tries=True),
    "pthread_mutex_unlock": Releasing(Lock.MUTEX),
    "pthread_spin_lock": Taking(Lock.SPIN),
    "pthread_spin_trylock": Taking(Lock.SPIN, tries=True),
    "pthread_spin_unlock": Releasing(Lock.SPIN),
    "pthread_rwlock_rdlock": Taking(Lock.RWLOCK, shared=True),
    "pthread_rwlock_wrlock": Taking(Lock.RWLOCK),
    "pthread_rwlock_tryrdlock": Taking(Lock.RWLOCK, shared=True, tries=True),
    "pthread_rwlock_trywrlock": Taking(Lock.RWLOCK, tries=True),
    "pthread_rwlock_unlock": Releasing(Lock.RWLOCK),
}

# Calls that are looked into, too: they do something else besides.
PARTLY: dict[str, Taking] = {
    "pthread_mutex_timedlock": Taking(Lock.MUTEX, tries=True),
    "pthread_mutex_clocklock": Taking(Lock.MUTEX, tries=True),
    "pthread_rwlock_timedrdlock": Taking(Lock.RWLOCK, shared=True, tries=True),
    "pthread_rwlock_timedwrlock": Taking(Lock.RWLOCK, tries=True),
    "pthread_rwlock_clockrdlock": Taking(Lock.RWLOCK, shared=True, tries=True),
    "pthread_rwlock_clockwrlock": Taking(Lock.RWLOCK, tries=True),
}

WITH_ATTRIBUTES = "pthread_mutex_init"  # the second argument decides what sort of mutex it is
JOIN, DETACH = "pthread_join", "pthread_detach"
INITIALIZES = {
    WITH_ATTRIBUTES: Lock.MUTEX,
    "pthread_rwlock_init": Lock.RWLOCK,
    "pthread_spin_init": Lock.SPIN,
}
DESTROYS = {
    "pthread_mutex_destroy": Lock.MUTEX,
    "pthread_rwlock_destroy": Lock.RWLOCK,
    "pthread_spin_destroy": Lock.SPIN,
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
SIZES = {Lock.MUTEX: 20, Lock.RWLOCK: 52, Lock.SPIN: 4}
OWNED = {Lock.MUTEX: 12, Lock.RWLOCK: 52, Lock.SPIN: 4}  # from the start: what a free lock has zero
ROBUST = 16  # a bit of a mutex's kind


def kind_offset(pointer_size: int) -> int:
    return 16 if pointer_size == 8 else 12

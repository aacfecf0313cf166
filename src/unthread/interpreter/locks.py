"""Which locks of the thread library threads hold, and where they took them: `LocksHeld`, while steps are
observed."""

from __future__ import annotations

from unthread.core.properties import Held
from unthread.core.source import Loc
from unthread.interpreter.runtime import Runtime
from unthread.interpreter.state import MachineFrame, ThreadState
from unthread.program.library import FIRST_OWNER, READERS, TAKES, LockSort
from unthread.program.types import INT, IntType
from unthread.values.cells import Codec, codec

_SET = IntType(64, False)  # of threads


def call_frame(thread: ThreadState) -> MachineFrame | None:
    """That of the library function that the user called, when the thread is inside one."""
    found = None
    for frame in reversed(thread.frames):
        if not frame.code.function.library:
            break
        found = frame
    return found


def lock_address(called: MachineFrame | None) -> int | None:
    """That of the lock that a library function is given."""
    if called is None or not called.code.function.parameters:
        return None
    _, number = TAKES.get(called.code.function.name, (None, 0))
    address = called.regs[number]
    return address if isinstance(address, int) else None


def object_name(name: str) -> str:
    """The synchronization object that a part of it belongs to."""
    return name.partition(".__")[0]


class LocksHeld:
    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._taken: dict[
            tuple[int, int], tuple[LockSort, Loc]
        ] = {}  # by thread and address, the first first

    def note(self, thread: ThreadState, frame: MachineFrame | None, loc: Loc) -> None:
        """A step inside this call was taken: the thread may hold a lock since, or hold one no longer."""
        if frame is None:
            return
        self._forget(thread.number)
        if frame.code.function.name not in TAKES:
            return
        kind, number = TAKES[frame.code.function.name]
        address = frame.regs[number]
        if not isinstance(address, int):
            return
        if self._holds(thread.number, address, kind):
            self._taken.setdefault((thread.number, address), (kind, loc))

    def _forget(self, thread: int) -> None:
        """What the thread has given back may be taken again elsewhere."""
        for key, (kind, _) in [*self._taken.items()]:
            if key[0] == thread and not self._holds(*key, kind):
                del self._taken[key]

    def held_by(self, thread: int, only: int | None = None) -> tuple[Held, ...]:
        """In the order in which they were taken; `only` the lock there."""
        return tuple(
            Held(object_name(self._runtime.memory.name_of(address)), str(kind), loc)
            for (number, address), (kind, loc) in self._taken.items()
            if number == thread and only in (None, address) and self._holds(number, address, kind)
        )

    def has(self, thread: int, address: int) -> bool:
        """The thread is known to hold the lock there."""
        return (thread, address) in self._taken and self._holds(
            thread, address, self._taken[thread, address][0]
        )

    def holder(self, address: int) -> tuple[int, Held] | None:
        """A thread that holds the lock there."""
        for thread, taken in self._taken:
            if taken == address and self.has(thread, address):
                return next((thread, held) for held in self.held_by(thread, address))
        return None

    def _holds(self, thread: int, address: int, kind: LockSort) -> bool:
        return thread in owners(self._runtime, address, kind)


def owners(runtime: Runtime, address: int, kind: LockSort) -> list[int]:
    """The threads that hold the lock there, whoever has seen them take it."""
    owner = _read(runtime, address, codec(INT))
    readers = _read(runtime, address + READERS, codec(_SET)) if kind is LockSort.RWLOCK else 0
    found = [number for number in range(readers.bit_length()) if readers >> number & 1]
    return [owner - FIRST_OWNER[kind], *found] if owner >= FIRST_OWNER[kind] else found


def is_written(runtime: Runtime, address: int) -> bool:
    """A thread holds the read-write lock there to write."""
    return _read(runtime, address, codec(INT)) >= FIRST_OWNER[LockSort.RWLOCK]


def _read(runtime: Runtime, address: int, cell: Codec) -> int:
    value = runtime.peek(address, cell)
    return value if isinstance(value, int) else 0

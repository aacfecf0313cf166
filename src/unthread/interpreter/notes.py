"""What library functions did, in words: `Notes`, while steps are observed."""

from __future__ import annotations

from unthread.core.properties import Held
from unthread.interpreter.locks import LocksHeld, object_name
from unthread.interpreter.runtime import Runtime
from unthread.interpreter.state import MachineFrame, ThreadState
from unthread.interpreter.wording import thread_text
from unthread.program.library import (
    ALLOCATORS,
    ASLEEP,
    CREATORS,
    SIGNALS,
    TAKES,
    TIMED_OUT,
    TRIES,
    WAITS_AT_CONDITIONS,
)
from unthread.program.types import IntType
from unthread.values.cells import Value, codec

_SET = codec(IntType(64, False))  # of threads


class Notes:
    def __init__(self, runtime: Runtime, locks: LocksHeld) -> None:
        self._runtime = runtime
        self._locks = locks
        self._asleep = 0  # the threads that slept at condition variables before the step
        self._slept: set[int] = set()  # threads that wait at one, and have to be woken
        self._waiting: dict[int, Value | None] = {}  # threads in a wait, at which condition variable
        self._holder: tuple[int, Held] | None = None  # of the lock that the function is to take
        self._had = False  # the thread held it before the step

    def begin(self, thread: ThreadState, called: MachineFrame | None) -> None:
        """Before a step inside the call of a library function."""
        self._asleep, self._holder = self._sleepers(), None
        address = _lock(called)
        self._had = address is not None and self._locks.has(thread.number, address)
        if called is not None and called.code.function.name in TRIES and address is not None:
            self._holder = self._locks.holder(address)

    def end(self, thread: ThreadState, called: MachineFrame | None) -> str:
        """After the step: what it did."""
        if called is None:
            return ""
        name = called.code.function.name
        if name in SIGNALS:
            return self._signal(called)
        if name in WAITS_AT_CONDITIONS:
            return self._wait(thread, called)
        return ""

    def _signal(self, called: MachineFrame) -> str:
        names = self._names(self._asleep & ~self._sleepers())
        if names:
            return f"wakes {names}"
        there = (thread for thread, place in self._waiting.items() if place == called.regs[0])
        awake = self._names(sum(1 << thread for thread in there))
        return f"wakes no thread; already awake: {awake}" if awake else "wakes no thread: none waits"

    def _names(self, threads: int) -> str:
        found = (thread for thread in self._runtime.threads if threads >> thread.number & 1)
        return ", ".join(map(thread_text, found))

    def _wait(self, thread: ThreadState, called: MachineFrame) -> str:
        mutex = _lock(called)
        has = mutex is not None and self._locks.has(thread.number, mutex)
        if mutex is None or has == self._had:
            return ""
        name = object_name(self._runtime.memory.name_of(mutex))
        if not has:
            self._waiting[thread.number] = called.regs[0]
            self._slept.add(thread.number) if self._is_asleep(thread) else self._slept.discard(thread.number)
            return f"unlocks {name} and sleeps"
        self._waiting.pop(thread.number, None)
        is_woken = thread.number in self._slept or "timed" in called.code.function.name
        self._slept.discard(thread.number)
        how = "wakes up" if is_woken else "wakes up spuriously (POSIX allows it; --no-spurious)"
        return f"{how}, locks {name} again"

    def _is_asleep(self, thread: ThreadState) -> bool:
        return bool(self._sleepers() >> thread.number & 1)

    def _sleepers(self) -> int:
        item = self._runtime.image.globals.get(ASLEEP)
        value = self._runtime.peek(item.base, _SET) if item else None
        return value if isinstance(value, int) else 0

    @property
    def holder(self) -> tuple[int, Held] | None:
        return self._holder


def _lock(called: MachineFrame | None) -> int | None:
    """The address of the lock that the function is given to take."""
    taken = TAKES.get(called.code.function.name) if called else None
    address = called.regs[taken[1]] if called and taken else None
    return address if isinstance(address, int) else None


def result_note(name: str, result: Value, holder: tuple[int, Held] | None) -> str:
    """What the result of a call says. `holder` is the thread that had the lock, and where it took it."""
    if not result:
        return "fails: no memory is left" if name in ALLOCATORS else ""
    if name in CREATORS:
        return f"fails with error {result}: no thread is started"
    if result == TIMED_OUT.get(name):
        return "times out"
    if name in TRIES:
        return f"fails: {_holding(*holder)}" if holder else "fails"
    return ""


def _holding(thread: int, held: Held) -> str:
    return f"thread {thread} holds {held.lock}, locked at {held.loc.file}:{held.loc.line}"

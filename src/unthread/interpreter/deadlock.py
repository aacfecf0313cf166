"""Who waits for what when no thread can move, and who has it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from unthread.core.properties import Participant, holder_text
from unthread.interpreter.locks import call_frame, is_written, object_name, owners
from unthread.interpreter.observe import library_call
from unthread.interpreter.races import Races
from unthread.interpreter.state import ThreadState
from unthread.program.library import ASLEEP, JOINS, MOST_THREADS, TAKES, THREADS, WAITS_AT_CONDITIONS
from unthread.program.types import IntType
from unthread.values.cells import codec

if TYPE_CHECKING:
    from unthread.interpreter.machine import Machine


_END = "the end of"  # begins what a join waits for
_SET = codec(IntType(64, False))  # of threads


def wait_of(machine: Machine, thread: ThreadState) -> Participant:
    """What the thread waits for, standing at the wait itself."""
    call, frame = library_call(thread), thread.frames[-1]
    touches = Races(machine.runtime).touches(frame, frame.pc)
    place, other = _lock(machine, thread)
    if not place and touches:
        place, other = _awaited(machine, call, touches[0].address)
    place = place or _first_argument(machine, thread)
    loc, stack = machine.position(thread.number), machine.stack(thread, frame.pc)
    return Participant(thread.number, thread.start, loc, stack, place=place, call=call, waits_for=other)


def _lock(machine: Machine, thread: ThreadState) -> tuple[str, int | None]:
    """The lock that a thread waits for in a library function, and who holds it: itself, if it does."""
    called = call_frame(thread)
    name = called.code.function.name if called else ""
    if called is None or name not in TAKES or (name in WAITS_AT_CONDITIONS and _sleeps(machine, thread)):
        return "", None
    kind, number = TAKES[name]
    address = called.regs[number]
    if not isinstance(address, int) or machine.runtime.memory.object_at(address) is None:
        return "", None
    found = owners(machine.runtime, address, kind)
    if name.endswith("_rdlock") and not is_written(machine.runtime, address):
        found = list(_writers(machine, address))  # other readers are in nobody's way
    owner = thread.number if thread.number in found else next(iter(found), None)
    return object_name(machine.runtime.memory.name_of(address)), owner


def _writers(machine: Machine, address: int) -> Iterator[int]:
    """The threads that wait to write under this lock."""
    for thread in machine.threads:
        called = call_frame(thread) if thread.alive else None
        if called and called.code.function.name.endswith("_wrlock") and called.regs[0] == address:
            yield thread.number


def _sleeps(machine: Machine, thread: ThreadState) -> bool:
    """Nobody has woken it at a condition variable: it does not wait for the mutex yet."""
    item = machine.runtime.image.globals.get(ASLEEP)
    asleep = machine.runtime.peek(item.base, _SET) if item else None
    return isinstance(asleep, int) and bool(asleep >> thread.number & 1)


def _awaited(machine: Machine, call: str, address: int) -> tuple[str, int | None]:
    """The object that is waited for, and the thread that is to end."""
    memory = machine.runtime.memory
    number = _thread_at(machine, address)
    if call in JOINS or (not call and number is not None):
        return f"{_END} {'a thread' if number is None else f'thread {number}'}", number
    return ("" if call else memory.name_of(address)), None


def _first_argument(machine: Machine, thread: ThreadState) -> str:
    """The object that a library function is given first: a condition variable, a semaphore, a barrier."""
    called = call_frame(thread)
    address = called.regs[0] if called and called.code.function.parameters else None
    memory = machine.runtime.memory
    if not isinstance(address, int) or memory.object_at(address) is None:
        return ""
    return object_name(memory.name_of(address))


def in_order(waiting: Sequence[Participant]) -> list[Participant]:
    """Those that wait for each other first, and those last that only wait for the end of another thread."""
    waits = {part.thread: part.waits_for for part in waiting}

    def rank(part: Participant) -> tuple[bool, bool, int]:
        return not _is_in_cycle(waits, part.thread), part.place.startswith(_END), part.thread

    return sorted(waiting, key=rank)


def stuck(waiting: Sequence[Participant]) -> list[Participant]:
    """Those that wait for each other; all of them, if there are none."""
    waits = {part.thread: part.waits_for for part in waiting}
    return [part for part in waiting if _is_in_cycle(waits, part.thread)] or list(waiting)


def _is_in_cycle(waits: dict[int, int | None], thread: int) -> bool:
    at = waits.get(thread)
    for _ in waits:
        if at is None or at == thread:
            break
        at = waits.get(at)
    return at == thread


def wait_text(part: Participant, waiting: Sequence[Participant]) -> str:
    """Why it cannot go on."""
    text = f"thread {part.thread} waits" + (
        f" in {part.call}" if part.call not in JOINS and part.call else ""
    )
    if not part.place:
        return f"{text} at {part.loc}"
    is_held = part.waits_for is not None and not part.place.startswith(_END)
    holder = holder_text(part, waiting) if is_held else ""
    return f"{text} for {part.place}{holder}"


def _thread_at(machine: Machine, address: int) -> int | None:
    """Whose entry in the table of threads lies there."""
    item = machine.runtime.image.globals.get(THREADS)
    if item is None or not item.base <= address < item.base + item.size:
        return None
    return (address - item.base) // (item.size // MOST_THREADS)

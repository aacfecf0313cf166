"""Whether two threads may come to stand before conflicting accesses, not both of them atomic: what the
analyses can tell without looking at values.

Accesses do not race if one is made before the other's thread is created or after it was waited for, or before
the other's thread can know the object, or if both are made under a common lock.
"""

from __future__ import annotations

from collections.abc import Iterator

from unthread.analysis.locations import UnknownObject
from unthread.analysis.locksets import Locksets
from unthread.analysis.parallel import Parallel
from unthread.analysis.steps import ThreadStep, Touch, Touches, steps_of
from unthread.analysis.unpublished import Unpublished
from unthread.core.records import dataclass
from unthread.program.bounded import BoundedProgram, Thread
from unthread.program.expressions import Storage, VariablePlace, root
from unthread.program.instructions import (
    AtomicBegin,
    BlockUntil,
    FormatText,
    Free,
    Instruction,
    Print,
    Region,
    accesses,
)
from unthread.program.types import AtomicType

_MOST_PAIRS = 100_000  # then a formula is as good


@dataclass(frozen=True, slots=True)
class _Access:
    """A step that may race, by one of the places that it touches. `is_own`: a variable of its own thread."""

    step: ThreadStep
    touch: Touch
    is_atomic: bool
    is_own: bool

    def conflicts(self, other: _Access) -> bool:
        if (self.is_atomic and other.is_atomic) or (self.is_own and other.is_own):
            return False
        return self.touch.conflicts(other.touch)


def may_race(program: BoundedProgram) -> bool:
    """False only if no execution of the bounded program has a data race."""
    touches = Touches(program)
    found = [
        access
        for thread in program.threads
        for step in steps_of(thread, touches)
        for access in _accesses(thread, step, touches)
    ]
    if any(isinstance(access.touch.location.object, UnknownObject) for access in found):
        return True
    parallel = Parallel(program, touches)
    locksets = Locksets(program, touches, parallel)
    unpublished = Unpublished(program, touches)
    for number, (one, other) in enumerate(_conflicts(found)):
        item = one.touch.location.object
        if number > _MOST_PAIRS or (
            parallel.may_meet(one.step, other.step)
            and not (unpublished.keeps(one.step, item) or unpublished.keeps(other.step, item))
            and not _have_common_lock(locksets, one.step, other.step)
        ):
            return True
    return False


def _accesses(thread: Thread, step: ThreadStep, touches: Touches) -> Iterator[_Access]:
    """Ends of lives are none."""
    first = thread.body[step.first]
    if isinstance(first, BlockUntil) and first.is_offer:
        return
    is_atomic = isinstance(first, AtomicBegin | BlockUntil) or _is_atomic(first)
    for index in sorted(step.members):
        item = thread.body[index]
        if not (isinstance(item, Free) and item.region is Region.STACK):
            for touch in touches.at(thread.number, index):
                yield _Access(step, touch, is_atomic, _is_of_thread(item))


def _is_of_thread(instruction: Instruction) -> bool:
    """It touches thread-local variables by their names: those of its own thread."""
    found = [root(access.place) for access in accesses(instruction)]
    return bool(found) and all(
        isinstance(place, VariablePlace) and place.variable.storage is Storage.THREAD for place in found
    )


def _is_atomic(instruction: Instruction) -> bool:
    """An access to an `_Atomic` object, and nothing else."""
    if isinstance(instruction, Free | Print | FormatText):
        return False  # what they touch is not among their places
    return all(isinstance(access.place.type, AtomicType) for access in accesses(instruction))


def _conflicts(found: list[_Access]) -> Iterator[tuple[_Access, _Access]]:
    """Pairs of different threads; a pair of steps may come more than once."""
    by_object: dict[object, list[_Access]] = {}
    for access in found:
        by_object.setdefault(access.touch.location.object, []).append(access)
    for rivals in by_object.values():
        for position, one in enumerate(rivals):
            for other in rivals[position + 1 :]:
                if one.step.thread != other.step.thread and one.conflicts(other):
                    yield one, other


def _have_common_lock(locksets: Locksets, one: ThreadStep, other: ThreadStep) -> bool:
    ours = locksets.held(one.thread, one.first)
    return bool(ours & locksets.held(other.thread, other.first))

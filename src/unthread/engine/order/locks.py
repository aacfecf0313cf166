"""Cells that are locks: each thread that holds one has written its own number there. What is found in them
needs no choice of a write. The argument is in docs/decisions/0014-order.md.

In: what `Locksets` knows of a bounded program. Out: the number that a segment surely finds in a unit, since
its thread holds the lock; for the others, constraints that say whose number it is, or zero.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from unthread.analysis.locations import Object, Site
from unthread.analysis.locksets import Lock, Locksets
from unthread.analysis.parallel import Parallel
from unthread.analysis.steps import Touch, Touches
from unthread.core.records import dataclass
from unthread.engine.encode.plan import ThreadPlan
from unthread.engine.order.assumed import Unit
from unthread.engine.order.relation import Segment
from unthread.engine.terms.nodes import Bool
from unthread.engine.terms.terms import Terms
from unthread.program.bounded import BoundedProgram
from unthread.program.expressions import Storage, Variable
from unthread.program.instructions import Declare


@dataclass(frozen=True, slots=True)
class LockWrite:
    """A segment writes the cell where `writes` holds, and its thread holds the lock then where `holds` does.
    `comes`: before whoever looks."""

    writes: Bool
    holds: Bool
    comes: Bool


class LockCells:
    """`owners`: for the bytes of each lock the number by which each thread holds it. `surely` are the locks
    that a segment's thread holds wherever the segment touches them."""

    def __init__(
        self, program: BoundedProgram, plans: Sequence[ThreadPlan], touches: Touches, parallel: Parallel
    ) -> None:
        locksets = Locksets(program, touches, parallel)
        self._declared = _declared(program)
        self._named: dict[tuple[str, int, int], Lock] = {}
        self._made: dict[tuple[int, int, int, int], Lock] = {}
        for lock in locksets.locks:
            self._place(lock, program)
        numbers = {lock: locksets.owners(lock) for lock in locksets.locks}
        self._numbers = {
            lock: owners
            for lock, owners in numbers.items()
            if all(number < 1 << 8 * lock.size - 1 for number in owners.values())  # as signed numbers, too
        }
        self._surely = dict(_surely(program, plans, touches, locksets))
        self._units: dict[Unit, Lock] = {}

    def _place(self, lock: Lock, program: BoundedProgram) -> None:
        found, offset = lock.location.object, lock.location.offset
        if offset is None:
            return
        if isinstance(found, Variable) and found.storage is Storage.GLOBAL:
            self._named[found.name, offset, lock.size] = lock
            return
        place = self._maker(found, program)
        if place is not None:
            self._made[*place, offset, lock.size] = lock

    def _maker(self, found: Object, program: BoundedProgram) -> tuple[int, int] | None:
        """The thread and the instruction that make the object."""
        if isinstance(found, Variable):
            return self._declared.get(found)
        if isinstance(found, Site):
            number = next((t.number for t in program.threads if t.name == found.body), None)
            return None if number is None else (number, found.index)
        return None

    def global_at(self, name: str, unit: Unit) -> None:
        """The unit is part of the global variable."""
        self._note(unit, self._named.get((name, unit[1], unit[2])))

    def made_at(self, thread: int, index: int, unit: Unit) -> None:
        """The unit is part of what the instruction makes."""
        self._note(unit, self._made.get((thread, index, unit[1], unit[2])))

    def _note(self, unit: Unit, lock: Lock | None) -> None:
        if lock in self._numbers:
            self._units[unit] = lock

    def owners(self, unit: Unit) -> Mapping[int, int] | None:
        """None: it is no lock."""
        lock = self._units.get(unit)
        return None if lock is None else self._numbers[lock]

    def own(self, segment: Segment, unit: Unit) -> int | None:
        """What the segment finds in the unit, since its thread holds the lock."""
        lock = self._units.get(unit)
        if lock is None or lock not in self._surely.get(segment, frozenset()):
            return None
        return self._numbers[lock].get(segment[0])


def _declared(program: BoundedProgram) -> dict[Variable, tuple[int, int]]:
    """Variables of frames that are declared at one place."""
    found: dict[Variable, list[tuple[int, int]]] = {}
    for thread in program.threads:
        for index, item in enumerate(thread.body):
            if isinstance(item, Declare):
                found.setdefault(item.variable, []).append((thread.number, index))
    return {variable: places[0] for variable, places in found.items() if len(places) == 1}


def _surely(
    program: BoundedProgram, plans: Sequence[ThreadPlan], touches: Touches, locksets: Locksets
) -> Iterator[tuple[Segment, frozenset[Lock]]]:
    """For each segment, the locks that its thread holds at each of its instructions that touch them."""
    cells = {lock: Touch(lock.location, lock.size, True) for lock in locksets.locks}
    for thread, plan in zip(program.threads, plans, strict=True):
        missing: dict[int, set[Lock]] = {}
        for index, segment in enumerate(plan.segments):
            held = locksets.held(thread.number, index)
            for touch in touches.at(thread.number, index):
                missing.setdefault(segment, set()).update(
                    lock for lock, cell in cells.items() if lock not in held and cell.conflicts(touch)
                )
        for segment in set(plan.segments):
            yield (thread.number, segment), frozenset(cells) - missing.get(segment, set())


def whose(
    terms: Terms,
    threads: Mapping[int, Sequence[LockWrite]],
    is_free: Bool,
    is_held_by: Callable[[int], Bool],
    runs: Bool,
) -> Iterator[Bool]:
    """The last write of a thread says whether it holds the lock; if no thread does, it is free. `threads`:
    the writes of each, in its order."""
    nobody = terms.true
    for thread, writes in threads.items():
        holds = terms.false
        for write in writes:
            holds = terms.select(terms.both(write.comes, write.writes), write.holds, holds)
        yield terms.implies(terms.both(runs, holds), is_held_by(thread))
        nobody = terms.both(nobody, holds.inverse)
    yield terms.implies(terms.both(runs, nobody), is_free)

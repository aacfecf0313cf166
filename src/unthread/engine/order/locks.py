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


@dataclass(frozen=True, slots=True)
class KnownOwners:
    """What analysis knows of locks: the number by which each thread holds one, where it is (part of a global
    variable, or of what an instruction of a thread makes), and for each segment the locks that its thread
    holds wherever it touches them."""

    owners: Mapping[Lock, Mapping[int, int]]
    named: Mapping[tuple[str, int, int], Lock]
    made: Mapping[tuple[int, int, int, int], Lock]
    surely: Mapping[Segment, frozenset[Lock]]


def known_locks(
    program: BoundedProgram, plans: Sequence[ThreadPlan], touches: Touches, parallel: Parallel
) -> KnownOwners:
    locksets = Locksets(program, touches, parallel)
    declared = _declared(program)
    owners: dict[Lock, Mapping[int, int]] = {}
    named: dict[tuple[str, int, int], Lock] = {}
    made: dict[tuple[int, int, int, int], Lock] = {}
    for lock in locksets.locks:
        found, offset, numbers = lock.location.object, lock.location.offset, locksets.owners(lock)
        if offset is None or any(number >> 8 * lock.size - 1 for number in numbers.values()):
            continue  # a number that is another one with a sign
        owners[lock] = numbers
        if isinstance(found, Variable) and found.storage is Storage.GLOBAL:
            named[found.name, offset, lock.size] = lock
        else:
            place = declared.get(found) if isinstance(found, Variable) else _maker(found, program)
            if place is not None:
                made[*place, offset, lock.size] = lock
    return KnownOwners(owners, named, made, dict(_surely(program, plans, touches, locksets)))


def _maker(found: Object, program: BoundedProgram) -> tuple[int, int] | None:
    """The thread and the instruction that allocate the object."""
    if not isinstance(found, Site):
        return None
    number = next((thread.number for thread in program.threads if thread.name == found.body), None)
    return None if number is None else (number, found.index)


class LockCells:
    """Which units are locks."""

    def __init__(self, known: KnownOwners) -> None:
        self._known = known
        self._units: dict[Unit, Lock] = {}

    def global_at(self, name: str, unit: Unit) -> None:
        """The unit is part of the global variable."""
        self._note(unit, self._known.named.get((name, unit[1], unit[2])))

    def made_at(self, thread: int, index: int, unit: Unit) -> None:
        """The unit is part of what the instruction makes."""
        self._note(unit, self._known.made.get((thread, index, unit[1], unit[2])))

    def _note(self, unit: Unit, lock: Lock | None) -> None:
        if lock is not None:
            self._units[unit] = lock

    def owners(self, unit: Unit) -> Mapping[int, int] | None:
        """None: it is no lock."""
        lock = self._units.get(unit)
        return None if lock is None else self._known.owners[lock]

    def own(self, segment: Segment, unit: Unit) -> int | None:
        """What the segment finds in the unit, since its thread holds the lock."""
        lock = self._units.get(unit)
        if lock is None or lock not in self._known.surely.get(segment, frozenset()):
            return None
        return self._known.owners[lock].get(segment[0])


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

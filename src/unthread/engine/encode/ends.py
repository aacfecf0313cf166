"""What can be told from where the threads stand when a schedule is over: deadlocks and data races.

A thread stands before a visible step, or is finished, or was never started. Looking at the step means to
carry it out for the look alone, in a memory of its own; what was collected is put back afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from typing import TYPE_CHECKING

from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.core.trace import Mark
from unthread.engine.encode.events import Barrier, Claim
from unthread.engine.encode.objects import SymbolicObject
from unthread.engine.encode.thread import ThreadRun, kind_of
from unthread.engine.terms.nodes import Bool, Int
from unthread.engine.terms.terms import Terms
from unthread.program.expressions import Variable
from unthread.program.instructions import (
    AtomicBegin,
    BlockUntil,
    Format,
    Instruction,
    Jump,
    Label,
    Print,
)
from unthread.values.cells import Codec

if TYPE_CHECKING:
    from unthread.engine.encode.execute import Encoding


@dataclass(frozen=True, slots=True)
class Access:
    """If `condition` holds: a cell of an object, or all of it."""

    condition: Bool
    item: SymbolicObject
    offset: Int
    cell: Codec | None
    writes: bool
    is_atomic: bool


@dataclass(slots=True)
class Stand:
    """A thread that stands before a step, if `condition` holds; it waits there if `waits` holds."""

    run: ThreadRun
    segment: int
    condition: Bool
    waits: Bool
    accesses: list[Access] = field(default_factory=list)

    @property
    def item(self) -> Instruction:
        return self.run.body[self.run.plan.points[self.segment - 1]]

    @property
    def is_atomic(self) -> bool:
        return isinstance(self.item, AtomicBegin)


def claim_ends(encoding: Encoding) -> None:
    """Claims about the end of a schedule of all rounds so far."""
    if Property.LEAK in encoding.properties:
        _admit_leaks(encoding)
    wanted = encoding.properties & {Property.DEADLOCK, Property.RACE} - encoding.settled
    if not wanted:
        return
    stands = list(_stands(encoding))
    if Property.DEADLOCK in wanted:
        _claim_deadlocks(encoding, stands)
    if Property.RACE in wanted:
        _claim_races(encoding, stands)


def _stands(encoding: Encoding) -> Iterator[Stand]:
    for run in encoding.threads:
        for segment in range(1, len(run.plan.points) + 1):
            stand = _look(encoding, run, segment)
            if stand is not None:
                yield stand


def _look(encoding: Encoding, run: ThreadRun, segment: int) -> Stand | None:
    terms = encoding.terms
    if segment not in run.standing:
        return None
    known, required = run.standing[segment]
    stops = encoding.rounds.stops_at(run.number, encoding.rounds.count, segment)
    here = terms.all((stops, run.paths[segment], required, encoding.failed.inverse))
    if here is terms.false:
        return None
    watching = _Watching(run, known)
    return watching.stand(segment, here)


class _Watching(ThreadRun):
    """A thread that carries out one step for the look alone: it shares what the real one knows and keeps
    what it finds to itself."""

    def __init__(self, run: ThreadRun, known: dict[Variable, int]) -> None:
        super().__init__(run.encoding, run.plan)
        self.real = run
        self.values = dict(run.values)
        self.memory = run.memory.for_a_look()
        self.lifetimes = run.lifetimes.for_a_look(self.memory)
        self.inputs = run.inputs
        self.unset = run.unset
        self.round = run.round
        self.here = dict(known)
        self.waits = self.terms.false
        self.is_waiting = False
        self.accesses: list[Access] = []

    def stand(self, segment: int, here: Bool) -> Stand:
        encoding, terms = self.encoding, self.terms
        counts = len(encoding.constraints), len(encoding.claims), len(encoding.barriers), len(encoding.asked)
        stops, failed, loose = len(encoding.stops), encoding.failed, dict(encoding.loose)
        spawned, arguments = dict(encoding.spawned), dict(encoding.arguments)
        self.segment = segment
        self.memory.ended = self.lifetimes.dying
        path: Bool | None = here
        edges: dict[int, Bool] = {}
        members = sorted(self.plan.members[segment])
        for index in members:
            item = self.body[index]
            if isinstance(item, Label):
                path = self._join(index, path, edges)
            if path is None:
                continue
            self.guard, self.loc = path, item.loc
            if isinstance(item, Jump):
                path = self._jump(index, item, path, path, edges)
                continue
            self._carry_out(index, item)
            target = self.plan.defines.get(index)
            if target is not None:
                self.here[self._defined(item)] = target
            if isinstance(item, BlockUntil):
                path = terms.both(path, self.waits.inverse)
        succeeds = terms.all((*encoding.constraints[counts[0] :], encoding.failed.inverse))
        waits = terms.both(self.waits, succeeds)  # who breaks something by looking does not wait
        if isinstance(self.body[members[0]], AtomicBegin):  # all of it happens, or nothing
            succeeds = terms.both(succeeds, self.waits.inverse)
        accesses = [replace(a, condition=terms.both(a.condition, succeeds)) for a in self.accesses]
        del encoding.constraints[counts[0] :], encoding.claims[counts[1] :]
        del encoding.barriers[counts[2] :], encoding.asked[counts[3] :], encoding.stops[stops:]
        encoding.failed, encoding.loose = failed, loose
        encoding.spawned, encoding.arguments = spawned, arguments
        return Stand(self.real, segment, here, waits, accesses)

    def _arrived(self, place: int) -> None:
        """Nobody gets anywhere by a look."""

    def wait(self, item: BlockUntil) -> None:
        """What is looked at is made for it, or looked at once more behind an offer to wait."""
        self.is_waiting, before = True, len(self.accesses)
        holds = self.test(item.condition)
        self.is_waiting = False
        if item.is_offer:
            del self.accesses[before:]
        self.waits = self.terms.either(self.waits, self.terms.both(self.guard, holds.inverse))

    def touched(
        self, item: SymbolicObject, condition: Bool, offset: Int, cell: Codec | None, writes: bool
    ) -> None:
        guard = self.terms.both(self.guard, condition)
        if guard is not self.terms.false:
            self.accesses.append(Access(guard, item, offset, cell, writes, self.is_atomic or self.is_waiting))


def _claim(
    encoding: Encoding,
    property: Property,
    message: str,
    condition: Bool,
    stand: Stand,
    rival: Mark | None = None,
) -> None:
    if condition is not encoding.terms.false:
        before = len(encoding.happened), len(encoding.asked)
        loc, number = stand.item.loc, stand.run.number
        claim = Claim(condition, property, message, number, loc, encoding.rounds.count, *before, rival)
        encoding.claims.append(claim)


def _claim_deadlocks(encoding: Encoding, stands: list[Stand]) -> None:
    """Some threads wait, and the others are finished or were never started."""
    terms = encoding.terms
    waiting = {run.number: terms.false for run in encoding.threads}
    for stand in stands:
        number = stand.run.number
        waiting[number] = terms.either(waiting[number], stand.waits)
    gone = {run.number: _is_gone(encoding, run) for run in encoding.threads}
    quiet = terms.all(terms.either(gone[number], waiting[number]) for number in waiting)
    for stand in stands:
        if stand.waits is terms.false:
            continue
        first = terms.all(gone[number] for number in waiting if number < stand.run.number)
        stuck = terms.all((stand.waits, first, quiet))
        _claim(encoding, Property.DEADLOCK, "deadlock: no thread can move", stuck, stand)


def unasked_races(encoding: Encoding) -> list[Claim]:
    """Data races at the end of a schedule of all rounds so far, where nobody looks for them."""
    claims, barriers = len(encoding.claims), len(encoding.barriers)
    _claim_races(encoding, list(_stands(encoding)))
    found = encoding.claims[claims:]
    del encoding.claims[claims:], encoding.barriers[barriers:]
    return found


def _admit_leaks(encoding: Encoding) -> None:
    """The last thread may end the process without anybody coming to an exit, where leaks are looked for."""
    terms, main = encoding.terms, encoding.threads[0]
    over = terms.all(_is_gone(encoding, run) for run in encoding.threads)
    reached = terms.all((over, encoding.memory.has_unfreed(), encoding.failed.inverse))
    if reached is not terms.false:
        what = "memory that is not freed when the last thread ends, main having ended before"
        allowed = encoding.allow(what, main.loc)
        encoding.barriers.append(Barrier(reached, what, main.loc, None, allowed, encoding.rounds.count))


def _is_gone(encoding: Encoding, run: ThreadRun) -> Bool:
    """The thread is finished, or was never started."""
    terms, last = encoding.terms, len(run.plan.points)
    finished = terms.both(
        encoding.rounds.passed(run.number, encoding.rounds.count, last), terms.all(run.pending)
    )
    return terms.either(finished, encoding.spawned[run.number].inverse)


def _claim_races(encoding: Encoding, stands: list[Stand]) -> None:
    """Two threads stand before accesses to the same bits, one of them writes, and not both are atomic."""
    terms = encoding.terms
    by_object: dict[int, list[tuple[Stand, Access]]] = {}
    for stand in stands:
        for access in stand.accesses:
            by_object.setdefault(access.item.number, []).append((stand, access))
    found: dict[tuple[int, int], tuple[Stand, Stand, list[Bool]]] = {}
    for places in by_object.values():
        for ours, one in places:
            if ours.is_atomic:
                continue
            for theirs, other in places:
                if ours.run is theirs.run or not (one.writes or other.writes):
                    continue
                if one.is_atomic and (other.is_atomic or theirs.is_atomic):
                    continue
                if not theirs.is_atomic and ours.run.number > theirs.run.number:
                    continue  # told the other way round
                meets = terms.all((one.condition, other.condition, _overlap(terms, one, other)))
                if meets is not terms.false:
                    key = id(ours), id(theirs)
                    found.setdefault(key, (ours, theirs, []))[2].append(meets)
    _admit_printing(encoding, stands)
    for ours, theirs, meetings in found.values():
        message = f"data race with thread {theirs.run.number} at {theirs.item.loc}"
        rival = Mark(theirs.run.number, theirs.item.loc, kind_of(theirs.item))
        _claim(encoding, Property.RACE, message, terms.any(meetings), ours, rival)


def _admit_printing(encoding: Encoding, stands: list[Stand]) -> None:
    """What a printf reads behind its pointers is not followed: where others may write it, that is said."""
    terms = encoding.terms
    places = {(stand.run.number, stand.segment): stand for stand in stands}
    for stand in stands:
        if not isinstance(stand.item, Print | Format):
            continue
        others = encoding.conflicts[stand.run.number][stand.segment - 1]
        rivals = [places[place].condition for place in others if place in places]
        reached = terms.both(stand.condition, terms.any(rivals))
        if reached is not terms.false:
            what, loc = "a data race in what a printf reads or writes", stand.item.loc
            allowed = encoding.allow(what, loc)
            encoding.barriers.append(Barrier(reached, what, loc, None, allowed, encoding.rounds.count))


def _overlap(terms: Terms, one: Access, other: Access) -> Bool:
    """Some memory location belongs to both."""
    if one.cell is None or other.cell is None:
        return terms.true
    first, second = _bits(terms, one.offset, one.cell), _bits(terms, other.offset, other.cell)
    return terms.both(terms.less(first[0], second[1]), terms.less(second[0], first[1]))


def _bits(terms: Terms, offset: Int, cell: Codec) -> tuple[Int, Int]:
    """The first bit of the memory location of a cell, and the first one behind it."""
    start, end = (terms.integer(bit) for bit in cell.extent)
    bits = terms.multiply(offset, terms.integer(8))
    return terms.add(bits, start), terms.add(bits, end)

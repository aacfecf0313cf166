"""What follows from where the threads stand when a schedule is over: deadlocks and data races.

A thread stands before a visible step, or is finished, or was never started. A `look` at the step tells what
it would do.
"""

from __future__ import annotations

from collections.abc import Iterator

from unthread.core.properties import LEAKS, Property
from unthread.core.source import Loc
from unthread.core.trace import Mark
from unthread.engine.encode.events import Barrier, Collected, SymbolicClaim
from unthread.engine.encode.look import NextAccess, Stand, look
from unthread.engine.encode.lost import lost
from unthread.engine.encode.schedules import Schedules
from unthread.engine.encode.thread import ThreadRun
from unthread.engine.encode.timetable import Timetable
from unthread.engine.terms.nodes import Bool, Int
from unthread.engine.terms.terms import Terms
from unthread.program.query.steps import step_kind
from unthread.values.cells import Codec


def claim_ends(encoding: Schedules) -> None:
    """Claims about the end of a schedule of all rounds so far."""
    properties = encoding.setting.properties
    if properties & LEAKS:
        _admit_leaks(encoding)
    wanted = properties & {Property.DEADLOCK, Property.RACE} - encoding.settled
    if not wanted:
        return
    stands = list(_stands(encoding))
    if Property.DEADLOCK in wanted:
        _claim_deadlocks(encoding, stands)
    if Property.RACE in wanted:
        _claim_races(encoding, stands, encoding.collected)


def unasked_races(encoding: Schedules) -> list[SymbolicClaim]:
    """Data races at the end of a schedule of all rounds so far, where races are not looked for."""
    found = Collected()
    _claim_races(encoding, list(_stands(encoding)), found)
    return found.claims


def _stands(encoding: Schedules) -> Iterator[Stand]:
    """Where threads may stand. What looks have left out is left out of what follows from them."""
    for run in encoding.threads:
        for segment in range(1, len(run.plan.points) + 1):
            stand = look(run, segment)
            if stand is not None:
                encoding.collected.guesses.update(stand.guesses)
                yield stand


def _claim(
    encoding: Schedules,
    property: Property,
    message: str,
    condition: Bool,
    stand: Stand,
    rival: Mark | None = None,
) -> SymbolicClaim:
    before = len(encoding.collected.happened), len(encoding.collected.asked)
    loc, number, round = stand.item.loc, stand.run.number, encoding.timetable.rounds.count
    return SymbolicClaim(condition, property, message, number, loc, round, *before, rival)


def _admit(encoding: Schedules, what: str, loc: Loc, reached: Bool) -> Barrier:
    allowed = encoding.setting.permissions.of(what, loc)
    return Barrier(reached, what, loc, None, allowed, encoding.timetable.rounds.count)


def _claim_deadlocks(encoding: Schedules, stands: list[Stand]) -> None:
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
        us = stand.run.number
        first = terms.all(
            gone[number] for number in waiting if number < us and not encoding.timetable.are_alike(number, us)
        )
        stuck = terms.all((stand.waits, first, quiet))
        if stuck is not terms.false:
            claim = _claim(encoding, Property.DEADLOCK, "deadlock: no thread can move", stuck, stand)
            encoding.collected.claims.append(claim)


def _admit_leaks(encoding: Schedules) -> None:
    """The last thread may end the process without any thread reaching an exit, where leaks are checked."""
    terms, state, properties = encoding.terms, encoding.state, encoding.setting.properties
    over = terms.all(_is_gone(encoding, run) for run in encoding.threads)
    if Property.LEAK_ALL in properties:
        left = state.memory.has_unfreed()
    else:
        left = lost(state.memory, encoding.setting.statics.that_lead())
    reached = terms.all((over, left, state.failed.inverse))
    if reached is not terms.false:
        what = "memory that is not freed when the last thread ends after main"
        loc = encoding.threads[0].recorder.loc
        encoding.collected.barriers.append(_admit(encoding, what, loc, reached))


def _is_gone(encoding: Schedules, run: ThreadRun) -> Bool:
    """The thread is finished, or was never started."""
    terms, rounds = encoding.terms, encoding.timetable.rounds
    passed = rounds.passed(run.number, rounds.count, len(run.plan.points))
    finished = terms.both(passed, terms.all(run.recorder.pending))
    return terms.either(finished, encoding.state.spawned[run.number].inverse)


def _claim_races(encoding: Schedules, stands: list[Stand], collected: Collected) -> None:
    """Two threads stand before accesses to the same bits, one of them writes, and not both are atomic."""
    terms = encoding.terms
    found: dict[tuple[int, int], tuple[Stand, Stand, list[Bool]]] = {}
    for ours, one, theirs, other in _rivals(stands, encoding.timetable):
        meets = terms.all((one.condition, other.condition, _overlap(terms, one, other)))
        if meets is not terms.false:
            found.setdefault((id(ours), id(theirs)), (ours, theirs, []))[2].append(meets)
    collected.barriers += _admit_printing(encoding, stands)
    for ours, theirs, meetings in found.values():
        message = f"data race with thread {theirs.run.number} at {theirs.item.loc}"
        rival = Mark(theirs.run.number, theirs.item.loc, step_kind(theirs.item))
        claim = _claim(encoding, Property.RACE, message, terms.any(meetings), ours, rival)
        collected.claims.append(claim)


def _rivals(
    stands: list[Stand], timetable: Timetable
) -> Iterator[tuple[Stand, NextAccess, Stand, NextAccess]]:
    """Accesses of two threads to the same object that would be a race if they meet, each pair once; of
    threads that are alike, from both sides."""
    by_object: dict[int, list[tuple[Stand, NextAccess]]] = {}
    for stand in stands:
        for access in stand.accesses:
            by_object.setdefault(access.item.number, []).append((stand, access))
    for places in by_object.values():
        for ours, one in places:
            if ours.is_atomic:
                continue
            for theirs, other in places:
                if ours.run is theirs.run or not (one.writes or other.writes):
                    continue
                if one.is_atomic and (other.is_atomic or theirs.is_atomic):
                    continue
                numbers = ours.run.number, theirs.run.number
                if not theirs.is_atomic and numbers[0] > numbers[1] and not timetable.are_alike(*numbers):
                    continue  # reported with the threads swapped
                yield ours, one, theirs, other


def _admit_printing(encoding: Schedules, stands: list[Stand]) -> Iterator[Barrier]:
    """Where nothing is known of what a printf touches, and others may touch it, that is said."""
    terms = encoding.terms
    places = {(stand.run.number, stand.segment): stand for stand in stands}
    for stand in stands:
        if not stand.is_blind:
            continue
        others = encoding.timetable.conflicts[stand.run.number][stand.segment - 1]
        rivals = [places[place].condition for place in others if place in places]
        reached = terms.both(stand.condition, terms.any(rivals))
        if reached is not terms.false:
            what = "a data race in what a printf reads or writes"
            yield _admit(encoding, what, stand.item.loc, reached)


def _overlap(terms: Terms, one: NextAccess, other: NextAccess) -> Bool:
    """Some memory location belongs to both."""
    if one.cell is None or other.cell is None:
        return terms.true
    first, second = _bits(terms, one.offset, one.cell), _bits(terms, other.offset, other.cell)
    return terms.both(terms.less(first[0], second[1]), terms.less(second[0], first[1]))


def _bits(terms: Terms, offset: Int, cell: Codec) -> tuple[Int, Int]:
    """The first bit of the memory location of a cell, and the first one after it."""
    start, end = (terms.integer(bit) for bit in cell.extent)
    bits = terms.multiply(offset, terms.integer(8))
    return terms.add(bits, start), terms.add(bits, end)

"""Deeper and deeper: the search of the engine, with bounds that grow where executions run into them.

One level is a bounded program. In it, rounds are added one by one until no execution needs the last one, or
the level has used up its time. Then every bound that some execution runs into is doubled, and the next level
begins, with as much time as all before it have taken together. A question that is too hard for the time of
its level is put off: after each level that follows it is asked again, for as long as that one took. Where
only `main` starts threads and more than the bound, the level gets less time, and the next one has them all.
What happens is reported as `Event`s; the listener says whether to continue.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property

from unthread.analysis.addresses import AddressUse
from unthread.analysis.faults import may_go_wrong
from unthread.analysis.races import may_race
from unthread.bound.growth import Reached, enlarged
from unthread.bound.loops.spinning import waits_of
from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bound, Bounds
from unthread.core.clock import TimeUp, time_limit
from unthread.core.events import (
    Closing,
    Covered,
    Event,
    Extent,
    Finished,
    Found,
    Gap,
    Listener,
    Remark,
    Stopped,
    Working,
)
from unthread.core.ledger import Arrival, is_passed, with_ledger
from unthread.core.properties import Property
from unthread.core.request import Reduction, Request
from unthread.core.source import Loc, is_own
from unthread.core.verdict import EXECUTED, Cause, Coverage, Effort, LoopCoverage, Omission, UnknownCause
from unthread.engine.choose import search_for, turns_of
from unthread.engine.encode.events import Barrier, SymbolicClaim
from unthread.engine.encode.schedules import Schedules
from unthread.engine.spent import Spent
from unthread.engine.terms.solver import OutOfTime
from unthread.engine.whole import Whole
from unthread.interpreter.memory import CAPACITY
from unthread.program.bounded import BoundedProgram, LoopKind, Thread
from unthread.program.instructions import Cut, Spawn, Unmodelled
from unthread.program.library import MOST_THREADS
from unthread.program.program import Program

_FIRST_BUDGET = 5.0  # CPU seconds of the first level
_PATIENT_ROUNDS = 2  # of a level, whose questions take as long as they take
_MOST_HARD = 3  # levels that wait with a question: they take memory
_MOST_TERMS = 500_000  # of each
_CLOSING = 0.2  # the part of all time that the question what is reached may take
_LEAST_CLOSING = 2.0  # seconds for it
_HURRY = 0.1  # the part of its time that a level gets which lacks threads
_ORDERING = frozenset({Reduction.ORDER, Reduction.LOCKS})


def deepen(
    program: Program,
    request: Request,
    tell: Listener,
    whole: Program | None = None,
    settled: frozenset[Property] = frozenset(),
    is_second: bool = False,
) -> None:
    """Searches until `tell` answers None, or nothing is left to do. `whole` is the program as users know it,
    if its beginning was executed before. `settled` are properties that are known to hold. `is_second`: others
    search with rounds."""
    _Deepening(program, whole or program, request, tell, settled, is_second).run()


class _Stop(Exception):
    """The listener has heard enough."""


class _Deepening:
    def __init__(
        self,
        program: Program,
        whole: Program,
        request: Request,
        tell: Listener,
        settled: frozenset[Property],
        is_second: bool,
    ) -> None:
        self.is_second = is_second
        self.program = program
        self.settled = settled
        self.request = request
        self.bounds = request.bounds
        self.known: set[tuple[Property, Loc]] = set()  # violations that were reported
        self.ignored: frozenset[Property] = frozenset()  # not wanted any more
        self.ended: tuple[Omission, ...] = ()  # executions that violate what is not asked for, if known
        self.race: Omission | None = None  # where races are not looked for
        self.whole = Whole(whole, request.is_sequential)
        self.spent = Spent()
        self._remarks: set[str] = set()
        self._hard: deque[_Level] = deque()
        self._widest: Coverage | None = None
        self._listener = tell

    @cached_property
    def waits(self) -> frozenset[object]:
        """Where loops say what they wait for."""
        return waits_of(self.program)

    def run(self) -> None:
        try:
            while not self._is_finished():
                pass
            self.tell(Finished())
        except _Stop:
            pass

    def _is_finished(self) -> bool:
        """After one more level, and another look at what was too hard."""
        level = _Level(self)
        level.search(max(_FIRST_BUDGET, level.started - self.spent.started))
        further = self._further(level)
        if further is None:
            self._close(level)
            return True
        self.bounds = further
        if level.is_full():
            self._hard.clear()  # whatever they can find was looked at
        self._put_off(level)
        return bool(self._hard) and self._is_solved(self._hard.popleft(), time.process_time() - level.started)

    def _is_solved(self, level: _Level, seconds: float) -> bool:
        """A level that was too hard has got an answer, and there is nothing to enlarge in it."""
        level.search(seconds)
        self._put_off(level)
        is_solved = not level.is_hard and self._further(level) is None
        if is_solved:
            self._close(level)
        return is_solved

    def _close(self, level: _Level) -> None:
        """What executions reach is the last question: most of it is known by then."""
        if self.program.places:
            seconds = max(_LEAST_CLOSING, _CLOSING * self.spent.total())
            self.cover(level.closed(self.tell(Closing()), seconds))

    def _put_off(self, level: _Level) -> None:
        if level.is_hard and level.terms < _MOST_TERMS and len(self._hard) < _MOST_HARD:
            self._hard.append(level)

    def tell(self, event: Event) -> frozenset[Arrival]:
        """What the listener knows to be reached, if it was asked."""
        reply = self._listener(event)
        if reply is None:
            raise _Stop
        self.ignored |= reply.ignored
        return reply.reached

    def leave_to_rounds(self, reason: str) -> None:
        """Not all schedules can be asked for at once."""
        text = f"--encoding order cannot be used: {reason}"
        if self.is_second:
            text = f"all schedules at once cannot be searched beside rounds: {reason}"
            self.tell(Remark(text))
            self.tell(Stopped(UnknownCause.STOPPED, text))
            raise _Stop
        text = f"{text}; schedules are searched by rounds"
        if text not in self._remarks:
            self._remarks.add(text)
            self.tell(Remark(text))

    def cover(self, coverage: Coverage) -> None:
        """Tells it unless the first rounds of a new level cover fewer schedules than the level before."""
        if self._is_full(coverage) or self._widest is None or self._widest.rounds <= coverage.rounds:
            self._widest = coverage
            self.tell(Covered(coverage))

    def _is_full(self, coverage: Coverage) -> bool:
        return coverage.all_schedules or coverage.rounds == self.request.rounds

    def _further(self, level: _Level) -> Bounds | None:
        """Larger bounds where executions ran into them; None if there is nothing to enlarge."""
        threads = MOST_THREADS - 1 if level.lacks_threads else 0
        bounds = enlarged(level.bounds, map(level.reached, level.cuts), self.request, threads)
        return None if bounds == level.bounds else bounds


def _has_barrier(thread: Thread) -> bool:
    """There may be executions that are not followed to their end."""
    return any(isinstance(item, Cut | Unmodelled) for item in thread.body)


def _guesses(encoding: Schedules) -> Iterator[Omission]:
    """What the engine leaves out where it cannot tell where a pointer leads."""
    for loc in encoding.collected.guesses:
        what = "a pointer that may point anywhere, to an object without static storage duration,"
        yield Omission(Cause.GAP, what, loc)


class _Level:
    def __init__(self, deepening: _Deepening) -> None:
        self.deepening = deepening
        self.request = deepening.request
        self.bounds = deepening.bounds
        self.started = time.process_time()
        deepening.tell(Working("unwinding", self.bounds, 0))
        self.program: BoundedProgram = bound(
            deepening.program, self.bounds, self.request.properties, bulk=True
        )
        self.points = visible_points(self.program, self.request.reductions)
        settled = self._settled()
        deepening.spent.bounding += time.process_time() - self.started
        request, leave = self.request, deepening.leave_to_rounds
        self.search_in = search_for(request, self.program, self.points, settled, leave)
        is_open = any(
            _has_barrier(thread) or may_go_wrong(thread, self.program.globals)
            for thread in self.program.threads
        )
        self.is_settled = settled == self.request.properties and not is_open
        self.cuts: list[Barrier] = []
        self.rounds = 0
        self.all_schedules = False
        self.is_hard = False  # a question took too long
        self._is_answered = True  # all that is asked of the last round
        self._noted = 0.0  # seconds of the solver

    @property
    def is_ordered(self) -> bool:
        """All schedules are asked for at once."""
        return not self.search_in.has_rounds

    @property
    def lacks_threads(self) -> bool:
        """`main` alone starts threads, and may start more than the bound: it says how many there can be."""
        main, *others = self.program.threads
        is_cut = any(isinstance(item, Cut) and item.bound is Bound.THREADS for item in main.body)
        return (is_cut or any(thread.is_beyond for thread in others)) and not any(
            isinstance(item, Spawn) or (isinstance(item, Cut) and item.bound is Bound.THREADS)
            for thread in others
            if not thread.is_beyond
            for item in thread.body
        )

    def _settled(self) -> frozenset[Property]:
        """What is known, and what the analyses can answer for themselves, unless the user wants to do without
        them."""
        known = self.deepening.settled & self.request.properties
        wanted = Property.RACE in self.request.properties - known and self.request.reductions >= _ORDERING
        return known | {Property.RACE} if wanted and not may_race(self.program) else known

    def search(self, seconds: float) -> None:
        """For about so long, if larger bounds can be tried instead. May be called again where `is_hard`."""
        if self.is_settled:
            self.all_schedules = True
            self.deepening.cover(self._coverage(is_known=True))
            return
        if self.lacks_threads:
            seconds *= _HURRY
        try:
            self._search(time.process_time() + seconds, seconds)
            self.is_hard = False
        except OutOfTime:
            self.is_hard = True
            self.cuts = [
                barrier for barrier in self.search_in.encoding.collected.barriers if barrier.is_bound
            ]
        finally:
            self._note_solving()

    def _search(self, deadline: float, seconds: float) -> None:
        while not self.is_full():
            if self._is_answered:
                self._add_round()
            self._ask(deadline)
            if self.is_full():
                break
            self.deepening.cover(self._coverage(is_known=False))
            if self.request.rounds is None and time.process_time() > deadline:
                self._find_cuts(seconds)
                if any(map(self._is_free, self.cuts)):
                    return
        self._find_cuts(seconds)

    @property
    def terms(self) -> int:
        return self.search_in.encoding.terms.count

    def is_full(self) -> bool:
        """More rounds are not needed, or not wanted."""
        return self._is_answered and (self.all_schedules or self.rounds == self.request.rounds)

    def _add_round(self) -> None:
        self._is_answered = False
        if self.is_ordered:
            return
        self.rounds += 1
        self._tell("encoding")
        self.search_in.add_round()

    def _ask(self, deadline: float) -> None:
        """What there is to know of the rounds so far."""
        self._limit(deadline)
        self._tell("solving")
        self._look_for_violations()
        gap = self.search_in.gap()
        if gap is not None:
            self.deepening.tell(Gap(gap.what, gap.loc))
        self.all_schedules = not self.search_in.last_round_is_used()
        self._is_answered = True

    def _find_cuts(self, seconds: float) -> None:
        self._limit(time.process_time() + seconds)
        self._tell("looking for bounds that are too small")
        self.cuts = self.search_in.cuts()
        self._find_unasked()
        self.deepening.cover(self._coverage(is_known=True))

    def _find_unasked(self) -> None:
        """What goes wrong within some bounds does so within larger ones: it is known from then on."""
        if not self.deepening.ended:
            self.deepening.ended = tuple(
                Omission(Cause.ENDED, end.what, end.loc, property=end.property)
                for end in self.search_in.ended()
            )
        race = None if self.deepening.race else self._unasked_race()
        if race is not None:
            what = "reordered accesses: there is a data race"
            self.deepening.race = Omission(Cause.ENVIRONMENT, what, race.loc)

    def _unasked_race(self) -> SymbolicClaim | None:
        """Accesses that race may be reordered, by compilers and processors. Where races are looked for, one
        is a violation anyway."""
        looked_for = self.request.properties | self.deepening.settled
        if self.request.is_sequential or Property.RACE in looked_for:
            return None
        return self.search_in.unasked_race() if may_race(self.program) else None

    def closed(self, known: frozenset[Arrival], seconds: float) -> Coverage:
        """What was covered, with the ledger of what executions reach. `known` is what the listener has seen,
        the solver is asked for the rest."""
        self.search_in.solver.limit.deadline = time.process_time() + seconds
        start = self.deepening.whole.start
        reached = {*known, *(start.arrived if start else ())}
        settled = self._coverage(is_known=True) if self.is_settled else None
        try:
            is_all = settled is None or self._is_explored(reached, seconds)
            reached.update(self.search_in.arrivals(known) if is_all else ())
        except OutOfTime:
            is_all = False
        coverage = settled or self._coverage(is_known=True)
        is_all = is_all and coverage.complete
        return with_ledger(coverage, self.deepening.program.places, frozenset(reached), is_all)

    def _is_explored(self, reached: Collection[Arrival], seconds: float) -> bool:
        """All executions were followed. Where the analyses have given the answer, nobody does so, unless it
        is not known that any gets past what may stop it."""
        if is_passed(self.deepening.program.places, reached):
            return False
        try:
            with time_limit(time.monotonic() + 2 * seconds):
                is_used = True
                while is_used:
                    if not self.is_ordered:
                        self.search_in.add_round()
                    is_used = self.search_in.last_round_is_used()
        except TimeUp:
            return False
        return not any(_guesses(self.search_in.encoding))

    def _limit(self, deadline: float) -> None:
        """Questions may take until then if the next level can do without their answers."""
        bounds = (barrier for barrier in self.search_in.encoding.collected.barriers if barrier.is_bound)
        is_patient = not self.is_ordered and self.rounds <= _PATIENT_ROUNDS
        may_grow = not is_patient and any(map(self._is_free, bounds))
        self.search_in.solver.limit.deadline = deadline if may_grow else math.inf

    def reached(self, cut: Barrier) -> Reached:
        assert cut.bound is not None, "a gap is not a bound"
        return Reached.of(cut.bound, cut.loc, self.program.loops)

    def _is_free(self, cut: Barrier) -> bool:
        return self.reached(cut).is_free(self.request)

    def _tell(self, phase: str) -> None:
        points = sum(len(found.visible) for found in self.points)
        self.deepening.tell(
            Working(
                phase,
                self.bounds,
                self.rounds,
                len(self.program.threads),
                points,
                self.terms,
            )
        )

    def _look_for_violations(self) -> None:
        known = self.deepening.known
        while True:
            witness = self.search_in.violation(known, self.deepening.ignored)
            if witness is None:
                return
            encoding = self.search_in.encoding
            loose = (*encoding.collected.loose, *map(str, _guesses(encoding)))
            if self.search_in.is_oversized:
                loose = (*loose, f"objects of more than {CAPACITY} bytes in total")
            within = Extent(self.bounds, self.rounds)
            self.deepening.tell(Found(witness, within, loose, self.effort()))
            known.add((witness.violation.property, witness.violation.loc))

    def _note_solving(self) -> None:
        seconds = self.search_in.solver.seconds
        self.deepening.spent.solving += seconds - self._noted
        self._noted = seconds

    def effort(self) -> Effort:
        """Of all levels."""
        self._note_solving()
        return self.deepening.spent.effort(self.terms)

    def _omissions(self, barriers: Iterable[Barrier]) -> Iterator[Omission]:
        for cut in barriers:
            is_hidden = cut.bound is Bound.UNWIND and not self.reached(cut).is_loop
            what = f"{cut.what} inside the library function called" if is_hidden else cut.what
            yield Omission(Cause.BOUND, what, cut.loc, cut.bound)
        yield from self.deepening.ended
        yield from _guesses(self.search_in.encoding)
        yield from self.deepening.whole.not_searched
        yield from self._addresses()
        if self.deepening.race is not None:
            yield self.deepening.race
        if Property.DEADLOCK in self.request.properties:
            for use in self.program.loops:
                is_spinning = use.kind in (LoopKind.WAITING, LoopKind.IDLE)
                if is_spinning and use.loc not in self.deepening.waits:
                    what = "a livelock, a thread that spins forever without blocking,"
                    yield Omission(Cause.ENVIRONMENT, what, use.loc)

    def _addresses(self) -> Iterator[Omission]:
        """What depends on where objects lie and was seen only in executions."""
        collected = self.search_in.encoding.collected
        if collected.reads_addresses:
            yield from self.deepening.whole.read_addresses
        for loc, what in collected.parts.items():
            if loc not in self.deepening.whole.equalities:
                yield Omission(Cause.ENVIRONMENT, AddressUse(what, loc).text)

    def _coverage(self, is_known: bool) -> Coverage:
        """With `is_known`, the reachable bounds have been asked for; otherwise all that exist may be."""
        barriers = (
            self.cuts if is_known else [b for b in self.search_in.encoding.collected.barriers if b.is_bound]
        )
        places = {cut.loc for cut in barriers if cut.bound is Bound.UNWIND}
        hidden = not places <= {use.loc for use in self.program.loops}  # some loop of the library
        encoding = self.search_in.encoding
        started = [
            thread.routine
            for thread in self.program.threads
            if not thread.is_beyond
            and (self.is_settled or encoding.state.spawned[thread.number] is not encoding.terms.false)
        ]
        return Coverage(
            self.bounds,
            self.rounds,
            self.all_schedules,
            tuple(dict.fromkeys(self._omissions(barriers))),
            tuple(started),
            tuple(name for name in self.deepening.whole.routines if name not in started),
            tuple(
                LoopCoverage(
                    use.loc,
                    use.function,
                    str(use.kind),
                    use.iterations,
                    use.cut and (use.loc in places or (hidden and is_own(use.loc))),
                )
                for use in self.program.loops
            )
            + self._executed(),
            self.request.properties,
            (*self.program.assumptions, *encoding.collected.loose, *turns_of(encoding, self.all_schedules)),
            effort=self.effort(),
            ahead=self.deepening.whole.start.ahead if self.deepening.whole.start else None,
        )

    def _executed(self) -> tuple[LoopCoverage, ...]:
        """Loops that are over when the search starts."""
        known = {use.loc for use in self.program.loops}
        found = self.deepening.whole.start.loops if self.deepening.whole.start else ()
        return tuple(
            LoopCoverage(loc, name, EXECUTED, 0, wants_more=False) for name, loc in found if loc not in known
        )

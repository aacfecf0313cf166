"""Symbolic execution of a `BoundedProgram`, each thread once, with any order of their segments.

What a segment reads of shared memory is a value of its own (`memory.py`); constraints say which write it
sees (`reads.py`), and that there is an order of all segments (`relation.py`). What may go wrong becomes a
`SymbolicClaim`, as in rounds. An execution is some of the segments: of each thread a beginning. Threads are
executed in passes (`passes.py`), until what is shared is known (`learned.py`). The argument is in
docs/decisions/0014-order.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from unthread.bound.alike.classes import Alike
from unthread.bound.visible import Points
from unthread.core.properties import Property
from unthread.engine.encode.ends import claim_ends, unasked_races
from unthread.engine.encode.events import Collected, SymbolicClaim
from unthread.engine.encode.plan import ThreadPlan
from unthread.engine.encode.setting import Setting
from unthread.engine.encode.timetable import Timetable
from unthread.engine.order.learned import Learned
from unthread.engine.order.memory import Happening
from unthread.engine.order.passes import Groundwork
from unthread.engine.order.reads import OrderReads, TooManyReads
from unthread.engine.order.relation import Relation, TooManyEdges
from unthread.engine.order.symmetry import in_turn
from unthread.engine.order.thread import OrderThread, SegmentSpan, span
from unthread.engine.order.unfit import TOO_MANY, Unfit
from unthread.engine.terms.nodes import Bool
from unthread.engine.terms.terms import Terms
from unthread.program.bounded import BoundedProgram


class OrderEncoding:
    """All schedules. `settled` are the properties that are known to hold; `asks_races`: data races may be
    asked for although they are not looked for. `with_stops`: executions that end at an assumption count as
    well."""

    def __init__(
        self,
        program: BoundedProgram,
        points: Sequence[Points],
        properties: frozenset[Property],
        settled: frozenset[Property] = frozenset(),
        asks_races: bool = False,
        with_stops: bool = False,
        alike: Sequence[Alike] = (),
    ) -> None:
        assert program.properties == properties, "a bounded program is checked for what it was made for"
        self.settled = settled
        self.program, self.points = program, points
        self.ground = Groundwork(program, points, properties, alike, with_stops)
        self.unasked: list[SymbolicClaim] = []
        self._asks_races = asks_races
        learned = Learned(self.ground)
        while True:
            self._last = learned.next_pass()
            self.state = self._last.state()
            if learned.is_enough(self._last):
                after_all = self._look()
                if not learned.learn(self._last):
                    break
        self._finish(learned, after_all)

    def stopped(self) -> OrderEncoding:
        """The same with executions that end at an assumption."""
        properties = self.setting.properties
        return OrderEncoding(self.program, self.points, properties, self.settled, with_stops=True)

    def settle(self, properties: frozenset[Property]) -> None:
        """Violations of these need not be found any more."""
        self.settled |= properties

    @property
    def terms(self) -> Terms:
        return self.ground.terms

    @property
    def setting(self) -> Setting:
        return self.ground.setting

    @property
    def timetable(self) -> Timetable:
        return self.setting.timetable

    @property
    def plans(self) -> Sequence[ThreadPlan]:
        return self.ground.plans

    @property
    def relation(self) -> Relation:
        return self.ground.relation

    @property
    def threads(self) -> Sequence[OrderThread]:
        return self._last.threads

    @property
    def collected(self) -> Collected:
        return self._last.collected

    @property
    def spans(self) -> Sequence[SegmentSpan]:
        return self._last.spans

    # ---- where threads stand in the end

    def _look(self) -> Happening:
        after_all, nobody_failed = self._last.end(), self.ground.nobody_failed
        before = span(None, self.collected)
        claim_ends(self)
        self._last.restrict(before, dict.fromkeys(self.collected.arrivals, 1 << 30), nobody_failed)
        self.unasked = []
        if self._asks_races:
            claims = unasked_races(self)
            both = self.terms.both
            self.unasked = [replace(c, condition=both(c.condition, nobody_failed)) for c in claims]
        return after_all

    # ---- constraints

    def _finish(self, learned: Learned, after_all: Happening) -> None:
        if self.collected.guesses:
            raise Unfit("a pointer with unknown targets")
        ground, happenings, constraints = self.ground, self._last.happenings, self.collected.constraints
        constraints += self.timetable.rounds.of_round(1)
        constraints += self._ways()
        constraints += self._failures()
        constraints += in_turn(self.timetable, self.relation, self.threads, happenings)
        settled = self.threads[0].settled
        alive = {
            number: (settled[number].alive or self.terms.true) if number in settled else self.terms.true
            for number in learned.assumed.mortal
        }
        addresses, first = ground.first.addresses, learned.values_at_first
        reads = OrderReads(self.relation, addresses, happenings, first, alive, ground.locks)
        try:
            constraints += reads.constraints(after_all)
            constraints += self.relation.constraints()
        except (TooManyEdges, TooManyReads):
            raise Unfit(TOO_MANY) from None

    def _ways(self) -> Iterator[Bool]:
        """A thread stops only where its own way leads."""
        rounds = self.timetable.rounds
        for run in self.threads:
            for segment in range(1, len(run.plan.points) + 1):
                yield self.terms.implies(rounds.stops_at(run.number, 1, segment), run.paths[segment])

    def _failures(self) -> Iterator[Bool]:
        """One thread at most breaks something in a visible step."""
        terms, before = self.terms, self.terms.false
        for run in self.threads:
            yield terms.both(before, run.state.failed).inverse
            before = terms.either(before, run.state.failed)
        yield terms.select(self.ground.nobody_failed, before.inverse, before)

"""Symbolic execution of a `BoundedProgram`, each thread once, with any order of their segments.

What a segment reads of shared memory is a value of its own (`memory.py`); constraints say which write it
sees (`reads.py`), and that there is an order of all segments (`relation.py`). What may go wrong becomes a
`SymbolicClaim`, as in rounds. An execution is some of the segments: of each thread a beginning. The argument
is in docs/decisions/0014-order.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from unthread.analysis.parallel import Parallel
from unthread.analysis.steps import Touches
from unthread.bound.alike.classes import Alike
from unthread.bound.visible import Points
from unthread.core.ledger import Arrival
from unthread.core.properties import Property
from unthread.engine.encode.addresses import Addresses
from unthread.engine.encode.ends import claim_ends, unasked_races
from unthread.engine.encode.events import Collected, Permissions, SymbolicClaim
from unthread.engine.encode.memory import SymbolicMemory
from unthread.engine.encode.objects import SymbolicObject, Value
from unthread.engine.encode.plan import plan_of
from unthread.engine.encode.reuse import Reuse
from unthread.engine.encode.setting import Setting, SharedState
from unthread.engine.encode.statics import Statics
from unthread.engine.encode.timetable import Timetable
from unthread.engine.order.assumed import Assumed, Noted, Unit
from unthread.engine.order.held import Held, fitted, held_in
from unthread.engine.order.locks import LockCells, known_locks
from unthread.engine.order.memory import Happening, OrderMemory, whole_cell
from unthread.engine.order.reads import Reads, TooManyReads, refuse_many
from unthread.engine.order.relation import Relation, TooLarge
from unthread.engine.order.symmetry import in_turn
from unthread.engine.order.thread import Made, OrderThread, Span, span
from unthread.engine.order.unfit import Unfit
from unthread.engine.order.waits import waits_in
from unthread.engine.terms.nodes import Bool
from unthread.engine.terms.terms import Terms
from unthread.program.bounded import BoundedProgram

_MOST_PASSES = 300
_TOO_MANY = "too many orders of accesses to shared memory"
_PATIENCE = 400_000  # terms that may be made until all that is assumed of numbers is how many bits they have


class OrderReuse(Reuse):
    """`heirs` are those of all threads, and it counts as possible that one object has ended when the other
    begins if any thread may end it."""

    def __init__(self, memory: OrderMemory, heirs: dict[tuple[int, int], Bool]) -> None:
        super().__init__(memory)
        self.heirs = heirs

    def begin(self, item: SymbolicObject, guard: Bool, ending: Mapping[int, Bool]) -> None:
        memory = self.memory
        assert isinstance(memory, OrderMemory), "threads share what they write"
        if memory.now is None:
            super().begin(item, guard, ending)
            return
        mortal = {number for number, state in memory.states.items() if state.alive is not None}
        for number in {*mortal, *ending, *memory.assumed.ended}:
            if number != item.number:
                self.heirs[number, item.number] = self.terms.true


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
        self.terms = Terms()
        self.first = SymbolicMemory(Addresses(self.terms, program.data_model))
        statics, permissions = Statics(program, self.first), Permissions(self.terms)
        self.plans = [
            plan_of(thread, found.visible) for thread, found in zip(program.threads, points, strict=True)
        ]
        numbers = {thread.name: thread.number for thread in program.threads}
        self.timetable = Timetable(self.terms, self.plans, points, properties, numbers, alike)
        self.timetable.rounds.add()
        touches = Touches(program)
        parallel = Parallel(program, touches)
        starts = self.timetable.starts
        self.relation = Relation(self.terms, starts, waits_in(parallel, self.plans, starts))
        self.setting = Setting(program, properties, self.terms, statics, self.timetable, permissions, numbers)
        self._made = [Made({}, {}, {}) for _ in self.plans]
        self._locks = LockCells(known_locks(program, self.plans, touches, parallel))
        self._assumed = Assumed()
        self._asks_races, self._with_stops = asks_races, with_stops
        self._heirs: dict[tuple[int, int], Bool] = {}
        self.nobody_failed = self.terms.choice_variable("nobody failed")
        self.passes = 0
        self._known = 0, 0  # objects and heirs
        self._steady, self._has_news = 0, True
        self._base: dict[Unit, Held] = {}
        self.collected = Collected()
        self.threads: list[OrderThread] = []
        self.unasked: list[SymbolicClaim] = []
        self._encode()

    def stopped(self) -> OrderEncoding:
        """The same with executions that end at an assumption."""
        properties = self.setting.properties
        return OrderEncoding(self.program, self.points, properties, self.settled, with_stops=True)

    def settle(self, properties: frozenset[Property]) -> None:
        """Violations of these need not be found any more."""
        self.settled |= properties

    # ---- passes

    def _encode(self) -> None:
        while not self._is_assumed_enough():
            if self.passes > _MOST_PASSES:
                raise Unfit("the values that threads write depend on each other in too many steps")
        self._finish()

    def _is_assumed_enough(self) -> bool:
        """After one more pass."""
        self._pass()
        if self._learn():
            self._begin_with_constants()
            return False
        if self._has_news and self._steady < self._writing():
            self._steady += 1
            return False
        self._look()
        return not self._learn()

    def _pass(self, is_wide: bool = False) -> None:
        self.passes += 1
        self._noted = Noted()
        self._execute(is_wide)

    def _begin_with_constants(self) -> None:
        """What is written whatever was read is assumed from the start, and not counted by `_writing`."""
        try:
            self._pass(is_wide=True)
        except Unfit:  # with values that there are not
            return
        for happening in self.happenings:
            for unit, held in happening.leaves.items():
                if held.is_one:
                    self._assumed.hold(unit, held, is_patient=True)
        self._base = dict(self._assumed.held)

    def _writing(self) -> int:
        """How many segments leave what was not assumed in the first pass with what is shared now."""
        base = self._base
        return sum(
            any(base[unit].joined(held) != base[unit] for unit, held in happening.leaves.items())
            for happening in self.happenings
        )

    def _execute(self, is_wide: bool) -> None:
        self.collected = Collected()
        spawned = {plan.thread.number: self.terms.boolean(plan.thread.number == 0) for plan in self.plans}
        arguments: dict[int, tuple[Value, ...]] = {}
        runs: dict[int, OrderThread] = {}
        self.spans: list[Span] = []  # in the order in which they were collected
        for number in self._parents_first():
            memory = OrderMemory(self.first, self._assumed, self._noted, number, self._locks)
            memory.is_wide = is_wide
            memory.start(runs[0].settled if runs else {})
            reuse = OrderReuse(memory, self._heirs)
            state = SharedState(memory, reuse, self.terms.false, spawned, arguments)
            plan, made = self.plans[number], self._made[number]
            run = OrderThread(self.setting, state, self.collected, plan, made, self._with_stops)
            runs[number] = run
            if number:
                began = self.timetable.rounds.runs(number, 1, 0)
                self.collected.constraints.append(self.terms.implies(began, runs[0].settled_failed.inverse))
            arrived = {name: len(found) for name, found in self.collected.arrivals.items()}
            before = span(None, self.collected)
            run.execute(1)
            self.spans += run.spans
            self._restrict(before, arrived, self.terms.either(state.failed, self.nobody_failed))
        self.threads = [runs[number] for number in sorted(runs)]
        self.happenings = [happening for run in self.threads for happening in run.happenings]
        try:
            refuse_many(self.happenings, self._locks)
        except TooManyReads:
            raise Unfit(_TOO_MANY) from None
        self.state = SharedState(
            self._merged(), Reuse(self.first), self.nobody_failed.inverse, spawned, arguments
        )

    def _restrict(self, before: Span, arrived: Mapping[Arrival, int], condition: Bool) -> None:
        """What was collected since then counts where the condition holds as well. Only one thread breaks
        something in a visible step, after which nothing happens: what follows in the order is left out."""
        both, collected = self.terms.both, self.collected
        collected.claims[before.claims :] = [
            replace(claim, condition=both(claim.condition, condition))
            for claim in collected.claims[before.claims :]
        ]
        collected.barriers[before.barriers :] = [
            replace(barrier, condition=both(barrier.condition, condition))
            for barrier in collected.barriers[before.barriers :]
        ]
        for name, found in collected.arrivals.items():
            start = arrived.get(name, 0)
            found[start:] = [(moment, both(reached, condition)) for moment, reached in found[start:]]

    def _merged(self) -> SymbolicMemory:
        """All objects as those know them who have made them."""
        merged = SymbolicMemory(self.first.addresses)
        merged.objects = self.first.objects
        merged.states = dict(self.threads[0].memory.states)
        for run, made in zip(self.threads, self._made, strict=True):
            for item in (*made.by_instruction.values(), *made.own.values()):
                merged.states[item.number] = run.memory.states[item.number]
        return merged

    def _parents_first(self) -> Iterator[int]:
        starts = self.timetable.starts
        ready, left = [0], {plan.thread.number for plan in self.plans} - {0}
        while ready:
            number = ready.pop(0)
            yield number
            ready += sorted(child for child in left if starts.get(child, (None, 0))[0] == number)
            left -= set(ready)
        yield from sorted(left)

    def _learn(self) -> bool:
        """Whether the pass has found anything to be shared that was not. Values that are new are `_has_news`
        for as many passes as `_steady` says."""
        assumed, noted = self._assumed, self._noted
        addresses, settled = self.first.addresses, self.threads[0].settled
        objects, heirs = len(self.first.objects), len(self._heirs)
        is_new = assumed.learn(noted) or (objects, heirs) != self._known
        is_patient = self.terms.count < _PATIENCE
        self._has_news = assumed.learn_held(noted, is_patient)
        self._known = objects, heirs
        if is_new:
            self._steady = 0
            assumed.held.clear()
        self._find_locks()
        self.values_at_first: dict[Unit, Value] = {}
        for units in assumed.units.values():
            for unit in units:
                number, at, size = unit
                item = self.first.objects[number]
                state = settled.get(number, self.first.states[number])
                value = fitted(whole_cell(self.first, item, state.copy(), at, size), size, addresses)
                self.values_at_first[unit] = value
                held = held_in(value, addresses, self.first.objects)
                self._has_news = assumed.hold(unit, held, is_patient) or self._has_news
        if is_new:
            self._base = dict(assumed.held)
        return is_new

    def _find_locks(self) -> None:
        units = self._assumed.units
        for name, item in self.setting.statics.globals.items():
            for unit in units.get(item.number, ()):
                self._locks.global_at(name, unit)
        for thread, made in enumerate(self._made):
            for index, item in made.by_instruction.items():
                for unit in units.get(item.number, ()):
                    self._locks.made_at(thread, index, unit)

    # ---- where threads stand in the end

    def _look(self) -> None:
        after_all = Happening(None, self.terms.true, {}, {}, {}, {}, {})
        for run in self.threads:
            run.order_memory.after_all = after_all
        self.after_all = after_all
        self.spans.append(span(None, self.collected))
        before = span(None, self.collected)
        claim_ends(self)
        self._restrict(before, dict.fromkeys(self.collected.arrivals, 1 << 30), self.nobody_failed)
        self.unasked = []
        if self._asks_races:
            claims = unasked_races(self)
            both = self.terms.both
            self.unasked = [replace(c, condition=both(c.condition, self.nobody_failed)) for c in claims]

    # ---- constraints

    def _finish(self) -> None:
        if self.collected.guesses:
            raise Unfit("a pointer with unknown targets")
        terms, constraints = self.terms, self.collected.constraints
        constraints += self.timetable.rounds.of_round(1)
        constraints += self._ways()
        constraints += self._failures()
        constraints += in_turn(self.timetable, self.relation, self.threads, self.happenings)
        alive = {
            number: (self.threads[0].settled[number].alive or terms.true)
            if number in self.threads[0].settled
            else terms.true
            for number in self._assumed.mortal
        }
        reads = Reads(
            self.relation, self.first.addresses, self.happenings, self.values_at_first, alive, self._locks
        )
        try:
            constraints += reads.constraints(self.after_all)
            constraints += self.relation.constraints()
        except (TooLarge, TooManyReads):
            raise Unfit(_TOO_MANY) from None

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
        yield terms.select(self.nobody_failed, before.inverse, before)

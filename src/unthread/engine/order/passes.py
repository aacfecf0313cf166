"""One pass over all threads: `Pass`. What all passes have in common: `Groundwork`.

A pass executes each thread once, with what is assumed of the memory that they share (`assumed.py`), and notes
what they touch and leave there. What may go wrong and what must hold are collected as in rounds.
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
from unthread.engine.encode.events import Collected, Permissions
from unthread.engine.encode.memory import SymbolicMemory
from unthread.engine.encode.objects import SymbolicObject, Value
from unthread.engine.encode.plan import plan_of
from unthread.engine.encode.reuse import Reuse
from unthread.engine.encode.setting import Setting, SharedState
from unthread.engine.encode.statics import Statics
from unthread.engine.encode.timetable import Timetable
from unthread.engine.order.assumed import Assumed, Noted
from unthread.engine.order.locks import LockCells, known_locks
from unthread.engine.order.memory import Happening, OrderMemory
from unthread.engine.order.reads import TooManyReads, refuse_many
from unthread.engine.order.relation import Relation
from unthread.engine.order.thread import MadeObjects, OrderThread, SegmentSpan, span
from unthread.engine.order.unfit import TOO_MANY, Unfit
from unthread.engine.order.waits import waits_in
from unthread.engine.terms.nodes import Bool
from unthread.engine.terms.terms import Terms
from unthread.program.bounded import BoundedProgram


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


class Groundwork:
    """`first` is memory at first, `made` the objects that each thread makes, `heirs` which of them may get
    the address of which other one. `with_stops`: executions that end at an assumption count as well."""

    def __init__(
        self,
        program: BoundedProgram,
        points: Sequence[Points],
        properties: frozenset[Property],
        alike: Sequence[Alike],
        with_stops: bool,
    ) -> None:
        terms = Terms()
        self.first = SymbolicMemory(Addresses(terms, program.data_model))
        statics, permissions = Statics(program, self.first), Permissions(terms)
        self.plans = [
            plan_of(thread, found.visible) for thread, found in zip(program.threads, points, strict=True)
        ]
        numbers = {thread.name: thread.number for thread in program.threads}
        timetable = Timetable(terms, self.plans, points, properties, numbers, alike)
        timetable.rounds.add()
        touches = Touches(program)
        parallel = Parallel(program, touches)
        self.relation = Relation(terms, timetable.starts, waits_in(parallel, self.plans, timetable.starts))
        self.setting = Setting(program, properties, terms, statics, timetable, permissions, numbers)
        self.made = [MadeObjects({}, {}, {}) for _ in self.plans]
        self.locks = LockCells(known_locks(program, self.plans, touches, parallel))
        self.heirs: dict[tuple[int, int], Bool] = {}
        self.nobody_failed = terms.choice_variable("nobody failed")
        self.with_stops = with_stops

    @property
    def terms(self) -> Terms:
        return self.setting.terms

    def find_locks(self, assumed: Assumed) -> None:
        """Which units of shared memory are locks."""
        units = assumed.units
        for name, item in self.setting.statics.globals.items():
            for unit in units.get(item.number, ()):
                self.locks.global_at(name, unit)
        for thread, made in enumerate(self.made):
            for index, item in made.by_instruction.items():
                for unit in units.get(item.number, ()):
                    self.locks.made_at(thread, index, unit)


class Pass:
    """`spans` say what was collected where, in its order; `happenings`: what the segments of all threads do
    to shared memory. `is_wide`: what is read may be anything."""

    def __init__(self, ground: Groundwork, assumed: Assumed, is_wide: bool = False) -> None:
        self.ground, self.assumed = ground, assumed
        self.noted, self.collected = Noted(), Collected()
        self.spans: list[SegmentSpan] = []
        terms, plans = ground.terms, ground.plans
        self.spawned = {plan.thread.number: terms.boolean(plan.thread.number == 0) for plan in plans}
        self.arguments: dict[int, tuple[Value, ...]] = {}
        self.threads = self._run_all(is_wide)
        self.happenings = [happening for run in self.threads for happening in run.happenings]
        try:
            refuse_many(self.happenings, ground.locks)
        except TooManyReads:
            raise Unfit(TOO_MANY) from None

    def state(self) -> SharedState:
        """After all threads."""
        ground = self.ground
        failed = ground.nobody_failed.inverse
        return SharedState(self._merged(), Reuse(ground.first), failed, self.spawned, self.arguments)

    def _run_all(self, is_wide: bool) -> list[OrderThread]:
        runs: dict[int, OrderThread] = {}
        for number in self._parents_first():
            memory = OrderMemory(self.ground.first, self.assumed, self.noted, number, self.ground.locks)
            memory.is_wide = is_wide
            memory.start(runs[0].settled if runs else {})
            runs[number] = self._run(number, memory, runs.get(0))
        return [runs[number] for number in sorted(runs)]

    def _run(self, number: int, memory: OrderMemory, main: OrderThread | None) -> OrderThread:
        ground, terms, collected = self.ground, self.ground.terms, self.collected
        reuse = OrderReuse(memory, ground.heirs)
        state = SharedState(memory, reuse, terms.false, self.spawned, self.arguments)
        plan, made = ground.plans[number], ground.made[number]
        run = OrderThread(ground.setting, state, collected, plan, made, ground.with_stops)
        if main is not None:
            began = ground.setting.timetable.rounds.runs(number, 1, 0)
            collected.constraints.append(terms.implies(began, main.settled_failed.inverse))
        arrived = {name: len(found) for name, found in collected.arrivals.items()}
        before = span(None, collected)
        run.execute(1)
        self.spans += run.spans
        self.restrict(before, arrived, terms.either(state.failed, ground.nobody_failed))
        return run

    def restrict(self, before: SegmentSpan, arrived: Mapping[Arrival, int], condition: Bool) -> None:
        """What was collected since then counts where the condition holds as well. Only one thread breaks
        something in a visible step, after which nothing happens: what follows in the order is left out."""
        both, collected = self.ground.terms.both, self.collected
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
        merged = SymbolicMemory(self.ground.first.addresses)
        merged.objects = self.ground.first.objects
        merged.states = dict(self.threads[0].memory.states)
        for run, made in zip(self.threads, self.ground.made, strict=True):
            for item in (*made.by_instruction.values(), *made.own.values()):
                merged.states[item.number] = run.memory.states[item.number]
        return merged

    def _parents_first(self) -> Iterator[int]:
        starts = self.ground.setting.timetable.starts
        ready, left = [0], {plan.thread.number for plan in self.ground.plans} - {0}
        while ready:
            number = ready.pop(0)
            yield number
            ready += sorted(child for child in left if starts.get(child, (None, 0))[0] == number)
            left -= set(ready)
        yield from sorted(left)

    def end(self) -> Happening:
        """What threads would do next comes after everything else. What is collected from now on belongs to no
        segment."""
        after_all = Happening(None, self.ground.terms.true, {}, {}, {}, {}, {})
        for run in self.threads:
            run.order_memory.after_all = after_all
        self.spans.append(span(None, self.collected))
        return after_all

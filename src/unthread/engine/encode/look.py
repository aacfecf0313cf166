"""A look at the visible step that a thread stands before: whether it would have to wait, and what it would
access.

The step is carried out with copies of all that it changes, and what it collects is thrown away. What lasts
are names: terms, numbers of objects, permissions, and values that the program does not compute.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.engine.encode.events import Collected
from unthread.engine.encode.objects import Reach, SymbolicObject
from unthread.engine.encode.steps import ThreadSteps, Way
from unthread.engine.encode.thread import ThreadRun
from unthread.engine.terms.nodes import Bool, Int
from unthread.program.expressions import Variable
from unthread.program.instructions import AtomicBegin, BlockUntil, Instruction
from unthread.program.types import IntType
from unthread.values.cells import Codec, codec


@dataclass(frozen=True, slots=True)
class NextAccess:
    """If `condition` holds, a thread is about to access a cell of an object, or all of it."""

    condition: Bool
    item: SymbolicObject
    offset: Int
    cell: Codec | None
    writes: bool
    is_atomic: bool


@dataclass(slots=True)
class Stand:
    """A thread that stands before a step, if `condition` holds; it waits there if `waits` holds. `guesses`:
    where the step follows pointers of any value, which lead to more than is in `accesses`. `is_blind`: a
    printf in it touches more, of which nothing is known."""

    run: ThreadRun
    segment: int
    condition: Bool
    waits: Bool
    accesses: list[NextAccess] = field(default_factory=list)
    guesses: dict[Loc, None] = field(default_factory=dict)
    is_blind: bool = False

    @property
    def item(self) -> Instruction:
        return self.run.plan.thread.body[self.run.plan.points[self.segment - 1]]

    @property
    def is_atomic(self) -> bool:
        return isinstance(self.item, AtomicBegin)


def look(run: ThreadRun, segment: int) -> Stand | None:
    """What the thread would do in a segment, at the end of a schedule of all rounds so far; None if it never
    stands before it."""
    if segment not in run.standing:
        return None
    terms, rounds = run.terms, run.setting.timetable.rounds
    known, required = run.standing[segment]
    stops = rounds.stops_at(run.number, rounds.count, segment)
    here = terms.all((stops, run.paths[segment], required, run.state.failed.inverse))
    return None if here is terms.false else _Look(run, known, segment).stand(run, here)


class _Look(ThreadSteps):
    """`waits`: the thread has to wait in the step; `accesses`: what it touches."""

    def __init__(self, run: ThreadRun, known: Mapping[Variable, int], segment: int) -> None:
        state = run.state.for_a_look()
        registers, lifetimes = run.registers.for_a_look(known), run.lifetimes.for_a_look(state)
        super().__init__(run.setting, state, Collected(), run.plan, registers, lifetimes)
        self.recorder.round, self.recorder.segment = run.recorder.round, segment
        self.memory.ended = lifetimes.dying
        self.waits = self.terms.false
        self.is_waiting = False
        self.is_blind = False
        self.accesses: list[NextAccess] = []

    def stand(self, run: ThreadRun, here: Bool) -> Stand:
        terms, segment = self.terms, self.recorder.segment
        self._carry_out_step(here)
        succeeds = terms.all((*self.recorder.collected.constraints, self.state.failed.inverse))
        waits = terms.both(self.waits, succeeds)  # who breaks something by looking does not wait
        stand = Stand(
            run, segment, here, waits, guesses=self.recorder.collected.guesses, is_blind=self.is_blind
        )
        if stand.is_atomic:  # all of it happens, or nothing
            succeeds = terms.both(succeeds, self.waits.inverse)
        stand.accesses += [replace(a, condition=terms.both(a.condition, succeeds)) for a in self.accesses]
        return stand

    def _carry_out_step(self, here: Bool) -> None:
        body, way = self.plan.thread.body, Way(here)
        for index in sorted(self.plan.members[self.recorder.segment]):
            self.take(index, body[index], self.terms.true, way)
            if isinstance(body[index], BlockUntil) and way.path is not None:
                way.path = self.terms.both(way.path, self.waits.inverse)

    def arrive(self, place: int) -> None:
        """A look does not count as arriving anywhere."""

    def wait(self, item: BlockUntil) -> None:
        """What is looked at is made for it, or looked at once more after an offer to wait."""
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
            is_atomic = self.is_atomic or self.is_waiting
            self.accesses.append(NextAccess(guard, item, offset, cell, writes, is_atomic))

    def copied(self, reach: Reach, size: int) -> None:
        whole = codec(IntType(8 * size, False))
        self.touched(reach.item, reach.condition, reach.offset, whole, writes=False)

    def prints(self, item: SymbolicObject, condition: Bool, offset: Int, size: int, writes: bool) -> None:
        if size:
            self.touched(item, condition, offset, codec(IntType(8 * size, False)), writes)

    def prints_blindly(self) -> None:
        self.is_blind = True

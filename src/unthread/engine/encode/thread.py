"""One thread of a bounded program, executed symbolically, turn by turn.

A thread's registers never change once set (`plan.py`), so a later round keeps what an earlier one computed
and computes the rest.
"""

from __future__ import annotations

from unthread.engine.encode.events import Collected, Happened
from unthread.engine.encode.lifetimes import Lifetimes
from unthread.engine.encode.plan import ThreadPlan
from unthread.engine.encode.registers import Registers
from unthread.engine.encode.setting import Setting, SharedState
from unthread.engine.encode.steps import ThreadSteps, Way
from unthread.engine.terms.nodes import Bool
from unthread.program.expressions import Variable
from unthread.program.instructions import (
    Discard,
    Exit,
    Instruction,
    Label,
    Scope,
)
from unthread.program.query.steps import step_kind


class ThreadRun(ThreadSteps):
    """One thread. `paths[p]` is the condition that the thread's way leads to segment p, as far as it is known
    by the round that was executed last; `standing` is what holds before each segment."""

    def __init__(self, setting: Setting, state: SharedState, collected: Collected, plan: ThreadPlan) -> None:
        registers = Registers(plan, state.memory.addresses)
        lifetimes = Lifetimes(setting, state, plan)
        super().__init__(setting, state, collected, plan, registers, lifetimes)
        self.paths: list[Bool] = [self.terms.true] * (len(plan.points) + 1)
        self.standing: dict[int, tuple[dict[Variable, int], Bool]] = {}

    # ---- a turn

    def execute(self, round: int) -> None:
        plan, recorder = self.plan, self.recorder
        recorder.begin(round)
        self.memory.ended = self.lifetimes.dying
        self._start(round)
        self.registers.here = dict(plan.first)
        way = Way(self.terms.true)
        segment, window = -1, self.terms.false
        for index, item in enumerate(plan.thread.body):
            if plan.segments[index] != segment:
                segment = plan.segments[index]
                window = self._enter(segment, way.path, item)
            recorder.is_immediate = self._must_hold_at_once(index)
            self.take(index, item, window, way)
        passed = self.setting.timetable.rounds.passed(self.number, round, len(plan.points))
        self.state.over[self.number] = self.terms.both(passed, self.terms.all(recorder.pending))

    def _start(self, round: int) -> None:
        """No thread runs that was not started."""
        terms, state, timetable = self.terms, self.state, self.setting.timetable
        runs = timetable.rounds.runs(self.number, round, 0)
        timetable.executed[self.number, round, 0] = runs
        if self.number:
            constraints = self.recorder.collected.constraints
            constraints.append(terms.implies(runs, state.spawned[self.number]))
            constraints.append(terms.implies(runs, state.failed.inverse))
        given = state.arguments.get(self.number, ())
        for variable, value in zip(self.plan.thread.argument, given, strict=False):
            self.registers.values[self.plan.first[variable]] = value

    def _enter(self, segment: int, path: Bool | None, item: Instruction) -> Bool:
        """The condition under which the segment is executed in this round, if the way leads to it."""
        rounds, round = self.setting.timetable.rounds, self.recorder.round
        window = rounds.runs(self.number, round, segment)
        self.registers.before = rounds.passed(self.number, round - 1, segment)
        self.recorder.enter(segment)
        if segment:
            self._arrive(segment, self.terms.false if path is None else path, window, item)
        return window

    def _arrive(self, segment: int, reached: Bool, window: Bool, item: Instruction) -> None:
        terms, recorder, state = self.terms, self.recorder, self.state
        assert not isinstance(item, Label), "a visible point is not a label"
        self.paths[segment] = reached
        self.standing[segment] = dict(self.registers.here), recorder.required
        runs = terms.both(reached, window)
        self.setting.timetable.executed[self.number, recorder.round, segment] = runs
        if runs is terms.false:
            return
        collected = recorder.collected
        collected.happened.append(
            Happened(runs, self.number, item.loc, step_kind(item), None, ended_by(item))
        )
        self.lifetimes.arrive(runs)
        if not recorder.is_forced:
            collected.constraints.append(terms.implies(runs, recorder.required))
            collected.constraints.append(terms.implies(runs, state.failed.inverse))

    def is_exit(self, segment: int) -> bool:
        """The segment begins with the end of the process."""
        if segment == 0:
            return False
        item = self.plan.thread.body[self.plan.points[segment - 1]]
        return isinstance(item, Exit) and item.scope is Scope.PROCESS

    def _must_hold_at_once(self, index: int) -> bool:
        """The instruction belongs to a visible step. What follows it until the next is executed together with
        it, but no thread can tell when: an assumption there stops the thread, not the others, who may act
        upon what the visible step did."""
        segment, forced = self.recorder.segment, self.setting.timetable.forced
        if self.number == 0 and segment < forced - 1:
            return True
        if self.number == 0 and segment == 0 == forced - 1:
            return index <= self.plan.first_spawn
        return index in self.plan.members[segment]


def ended_by(item: Instruction) -> str:
    """The variable that ends with the step, as users call it."""
    return item.variable.text if isinstance(item, Discard) else ""

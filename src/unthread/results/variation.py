"""Executions that differ a little from that of a trace: whether its violation comes about in them, too.

Many are tried, few are looked at: one machine executes them all, one after the other, and those whose steps
are asked for are executed once more.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from unthread.core.properties import Property, Violation
from unthread.core.trace import HeapObject, InputValue, Schedule, Slice, Step, Trace
from unthread.interpreter.machine import Blocked, Ended, Exited, Machine, Progressed, Violated
from unthread.program.program import Program
from unthread.results.execution import Claim, ClaimedInputs, new_machine, place_of
from unthread.results.facts import HeapTypes, learned

_MOST_STEPS = 20_000  # of one execution
_STEP_LENGTH = 1_000_000  # instructions


class Ending(Enum):
    """`SAME`: the violation of the trace. `OTHER`: another one, or nobody knows how it continues."""

    PASSED = "passed"
    SAME = "same"
    OTHER = "other"


class Stage:
    """A program where variations of a trace are executed. Threads take the inputs of the trace, if no others
    are given."""

    def __init__(self, program: Program, trace: Trace, inputs: Sequence[InputValue] | None = None) -> None:
        self.trace = trace
        self._program = program
        self._values = trace.inputs if inputs is None else inputs
        self._inputs = ClaimedInputs(self._values, anywhere=True)
        self.machine = self._machine(self._inputs)
        self._start = self.machine.snapshot(), self._inputs.save()

    def begin(self) -> None:
        machine, inputs = self._start
        self.machine.restore(machine)
        self._inputs.restore(inputs)

    def observed(self, schedule: Schedule) -> Machine:
        """A machine of its own that has executed the schedule, and has seen each step."""
        machine = self._observe(schedule, {})
        types = learned(machine)
        return self._observe(schedule, types) if types else machine

    def _observe(self, schedule: Schedule, types: HeapTypes) -> Machine:
        machine = self._machine(ClaimedInputs(self._values, anywhere=True), is_observed=True)
        machine.runtime.memory.heap_names.types.update(types)
        for part in schedule:
            for _ in range(part.steps):
                machine.allow(_STEP_LENGTH)
                machine.step(part.thread)
        return machine

    def _machine(self, inputs: ClaimedInputs, is_observed: bool = False) -> Machine:
        claim = Claim.of(self.trace.violation)
        observer = (lambda step: None) if is_observed else None
        return new_machine(self._program, inputs, self.trace.properties, claim, observer)


class Variation:
    """An execution that follows a schedule as long as it can. Only one at a time may be under way."""

    def __init__(self, stage: Stage) -> None:
        stage.begin()
        self._stage = stage
        self._broken = stage.trace.violation
        self._machine = stage.machine
        self._violation: Violation | None = None
        self._is_over = False
        self._has_exited = False
        self._schedule: Schedule | None = None
        self._observed: Machine | None = None
        self.steps_taken = 0

    @property
    def schedule(self) -> Schedule:
        """As far as it has come, while it is under way."""
        return self._machine.schedule if self._schedule is None else self._schedule

    @property
    def steps(self) -> tuple[Step, ...]:
        observation = self._again().observation
        assert observation is not None, "steps are observed"
        return tuple(observation.steps)

    @property
    def objects(self) -> tuple[HeapObject, ...]:
        return self._again().runtime.memory.heap_names.spoken_of()

    def _again(self) -> Machine:
        if self._observed is None:
            self._observed = self._stage.observed(self.schedule)
        return self._observed

    def follow(self, schedule: Schedule, helper: int | None = None) -> bool:
        """False: the execution is over. A slice whose thread waits is cut there, unless the helper can
        continue and does what it waits for."""
        return all(self._take(part, helper) for part in schedule)

    def _take(self, part: Slice, helper: int | None) -> bool:
        for _ in range(part.steps):
            while not self._step(part.thread):
                if helper in (None, part.thread) or not self._is_alive(part.thread) or not self._step(helper):
                    return not self._is_over
        return not self._is_over

    def go_on(self, thread: int, most: int = _MOST_STEPS) -> int:
        """The thread runs until it waits or ends, or has taken so many steps. How many it took."""
        before = self.steps_taken
        while self.steps_taken - before < most and self._step(thread):
            pass
        return self.steps_taken - before

    def finish(self) -> None:
        """All threads continue, in order, until none can."""
        waiting: set[int] = set()
        while not self._is_over:
            number = next((one for one in self._machine.live() if one not in waiting), None)
            if number is None:
                self._get_stuck()
            elif self._step(number):
                waiting.clear()
            else:
                waiting.add(number)
        self._schedule = self._machine.schedule

    def ending(self) -> Ending:
        """After `finish`. An execution passes if the program comes to its end without a violation."""
        found = self._violation
        if found is None:
            has_passed = self._has_exited and self.steps_taken < _MOST_STEPS
            return Ending.PASSED if has_passed else Ending.OTHER
        if found.property is not self._broken.property:
            return Ending.OTHER
        is_there = place_of(found.loc) == place_of(self._broken.loc) or found.property is Property.DEADLOCK
        return Ending.SAME if is_there else Ending.OTHER

    def _step(self, number: int) -> bool:
        """False: the thread cannot continue."""
        if self._is_over or not self._is_alive(number):
            return False
        if self.steps_taken >= _MOST_STEPS:
            self._is_over = True
            return False
        self._machine.allow(_STEP_LENGTH)
        outcome = self._machine.step(number)
        match outcome:
            case Progressed() | Ended():
                self.steps_taken += 1
                return True
            case Blocked():
                return False
            case Violated(violation):
                self._violation, self._is_over = violation, True
            case Exited():
                self._has_exited = self._is_over = True
            case _:
                self._is_over = True
        return False

    def _is_alive(self, number: int) -> bool:
        threads = self._machine.threads
        return number < len(threads) and threads[number].alive

    def _get_stuck(self) -> None:
        """No thread can move."""
        self._is_over = True
        self._violation = self._machine.deadlock() if self._machine.live() else None

"""Executions that differ a little from that of a trace: whether its violation comes about in them, too."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from unthread.core.properties import Property, Violation
from unthread.core.trace import InputValue, Schedule, Slice, Step, Trace
from unthread.interpreter.machine import Blocked, Ended, Exited, Machine, Progressed, Violated
from unthread.program.program import Program
from unthread.results.execution import Claim, ClaimedInputs, new_machine, place_of

_MOST_STEPS = 20_000  # of one execution
_STEP_LENGTH = 1_000_000  # instructions


class Ending(Enum):
    """`SAME`: the violation of the trace. `OTHER`: another one, or nobody knows how it continues."""

    PASSED = "passed"
    SAME = "same"
    OTHER = "other"


class Variation:
    """An execution that follows a schedule as long as it can. Threads take the inputs of the trace."""

    def __init__(self, program: Program, trace: Trace, inputs: Sequence[InputValue] | None = None) -> None:
        self._broken = trace.violation
        self._machine: Machine = new_machine(
            program,
            ClaimedInputs(trace.inputs if inputs is None else inputs, anywhere=True),
            trace.properties,
            Claim.of(trace.violation),
            lambda step: None,
        )
        self._violation: Violation | None = None
        self._is_over = False
        self._has_exited = False
        self.steps_taken = 0

    @property
    def schedule(self) -> Schedule:
        return self._machine.schedule

    @property
    def steps(self) -> tuple[Step, ...]:
        assert self._machine.observation is not None, "steps are observed"
        return tuple(self._machine.observation.steps)

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
                return
            if self._step(number):
                waiting.clear()
            else:
                waiting.add(number)

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

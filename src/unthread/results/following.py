"""A trace of the user's program, followed in a bounded program: `followed_by` finds the visible steps that
lead to its violation, and what emitted C has to look at to see it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from unthread.bound.visible import Points
from unthread.core.diagnostics import InputError
from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.core.trace import Step, StepKind, Trace
from unthread.interpreter.inputs import InputSource
from unthread.interpreter.machine import Blocked, Ended, Exited, Outcome, Progressed, Violated
from unthread.interpreter.races import RaceTouch
from unthread.program.bounded import BoundedProgram
from unthread.program.instructions import FormatText, Print
from unthread.program.library import WRITE_LOCK
from unthread.results.bounded_run import BoundedRun
from unthread.results.execution import ClaimedInputs, place_of
from unthread.sequentialize.probes import Probes


@dataclass(frozen=True, slots=True)
class Followed:
    """The threads that take visible steps, in order, and what is looked at on the way."""

    steps: tuple[int, ...]
    probes: Probes


def followed_by(trace: Trace, program: BoundedProgram, points: Sequence[Points], file: str) -> Followed:
    """For a text that is to be stored as `file`."""
    try:
        return _followed_by(trace, program, points, file)
    except InputError:
        steps = tuple(_without_announcements(trace))  # which look like what comes after them
        if len(steps) == len(trace.steps):
            raise
        return _followed_by(replace(trace, steps=steps), program, points, file)


def _followed_by(trace: Trace, program: BoundedProgram, points: Sequence[Points], file: str) -> Followed:
    following = _Following(trace, program, points, file)
    found = following.followed()
    return replace(found, probes=replace(found.probes, unset=following.run.unset()))


def _without_announcements(trace: Trace) -> Iterator[Step]:
    """Before it takes a read-write lock, a writer announces itself, which is no step of the bounded program
    where nobody asks for it."""
    for number, step in enumerate(trace.steps):
        after = next((one.holds for one in trace.steps[number + 1 :] if one.thread == step.thread), None)
        if after is None:
            after = trace.held[step.thread] if step.thread < len(trace.held) else ()
        if step.call != WRITE_LOCK or len(after) > len(step.holds):
            yield step


def inputs_of(trace: Trace) -> InputSource:
    return ClaimedInputs(trace.inputs, anywhere=True)


class _Following:
    def __init__(self, trace: Trace, program: BoundedProgram, points: Sequence[Points], file: str) -> None:
        self._trace = trace
        self._points = points
        self.run = BoundedRun(program, points, inputs_of(trace))
        self._machine = self.run.machine
        self._taken: list[tuple[int, int]] = []  # steps: whose, and with which instruction of its body
        self._accessed: tuple[RaceTouch, ...] = ()  # by the last step, where races are followed
        self._probes = Probes(trace.violation.property, trace.violation.message, file)

    def followed(self) -> Followed:
        for step in self._trace.steps:
            if isinstance(self._follow(step.thread, step), Violated):
                return self._violated(step.thread)
        match self._trace.violation.property:
            case Property.RACE:
                return self._race()
            case Property.DEADLOCK:
                return self._deadlock()
            case _ if isinstance(self._follow(self._trace.violation.thread, None), Violated):
                return self._violated(self._trace.violation.thread)
        raise _too_small()

    def _follow(self, number: int, step: Step | None) -> Outcome | None:
        """The thread takes the step of the trace, if it is a visible one here. None: whatever comes next."""
        machine = self._machine
        if number >= len(machine.threads) or not machine.threads[number].alive:
            return None
        outcome = machine.approach(number)
        if outcome is None and (step is None or self.run.is_next(number, step)):
            outcome = self._take(number)
        return outcome

    def _take(self, number: int) -> Outcome:
        thread, at = self.run.thread_of(number), self._machine.threads[number].frames[-1].pc
        is_race = self._trace.violation.property is Property.RACE
        touches = self._machine.pending(number) if is_race else ()
        outcome = self._machine.step(number)
        if not isinstance(outcome, Blocked):
            self._accessed = touches
            self._taken.append((thread, at))
        return outcome

    def _violated(self, number: int) -> Followed:
        """In what a thread does before its next step, or by the last one: it is to continue in both cases."""
        thread = self.run.thread_of(number)
        found = frozenset({(thread, self._machine.runtime.at)})
        is_arithmetic = self._trace.violation.property is Property.ARITH
        probes = replace(self._probes, operations=found) if is_arithmetic else self._probes
        return Followed((*self._threads(), thread), probes)

    def _threads(self) -> tuple[int, ...]:
        return tuple(thread for thread, _ in self._taken)

    # Deadlocks

    def _deadlock(self) -> Followed:
        """No thread can take a step."""
        machine = self._machine
        live = machine.live()
        if not live or not all(isinstance(self._follow(number, None), Blocked) for number in live):
            raise _too_small()
        waits: list[int | None] = [None] * len(self.run.names)
        for number in live:
            waits[self.run.thread_of(number)] = machine.threads[number].frames[-1].pc
        return Followed(self._threads(), replace(self._probes, waits=tuple(waits)))

    # Races

    def _race(self) -> Followed:
        """The accesses of both threads come next to each other. Of the one that has taken its step already,
        it is the last step of all."""
        first, second = (part.thread for part in self._trace.violation.participants)
        done = [*self._accessing(first, second)]
        pending = [number for number in (second, first) if number not in done]
        accessed = [] if len(pending) > 1 else [self._accessed]
        for number in pending:
            if not isinstance(self._follow(number, None), Progressed | Ended | Exited):
                raise _too_small()
            accessed.append(self._accessed)
        if not self._is_race(*accessed):
            raise _too_small()
        parts = {self.run.thread_of(number): who for who, number in enumerate((first, second))}
        last = self._taken[-2:]
        if {thread for thread, _ in last} != set(parts):
            raise _too_small()
        accesses = {
            (thread, index): parts[thread] for thread, at in last for index in self._segment(thread, at)
        }
        return Followed(self._threads(), replace(self._probes, accesses=accesses))

    def _accessing(self, first: int, second: int) -> Iterator[int]:
        """The thread that has made its access already, if one has."""
        if self._are_next(first, second) or not self._taken:
            return
        last = self._taken[-1][0]
        step = self._trace.steps[-1]
        is_section = step.kind is StepKind.SECTION and place_of(step.loc) == place_of(
            self._trace.violation.loc
        )
        pending = self._machine.pending(first)
        is_met = any(one.conflicts(other) for one in self._accessed for other in pending)
        if last == self.run.thread_of(second) and (is_met or not (self._accessed and pending)):
            yield second
        elif last == self.run.thread_of(first) and is_section:
            yield first

    def _are_next(self, first: int, second: int) -> bool:
        for number in (first, second):
            if number >= len(self._machine.threads) or not self._machine.threads[number].alive:
                return False
            self._machine.approach(number)
        mine, theirs = map(self._machine.pending, (first, second))
        return any(one.conflicts(other) for one in mine for other in theirs)

    def _is_race(self, first: tuple[RaceTouch, ...], second: tuple[RaceTouch, ...]) -> bool:
        """As far as it is known what is accessed, which it is not for atomic sections."""
        return not (first and second) or any(one.conflicts(other) for one in first for other in second)

    def _segment(self, thread: int, at: int) -> range:
        """The instructions from a visible step to the next one."""
        body = self.run.program.threads[thread].body
        firsts = sorted(step.first for step in self._points[thread].visible)
        end = next((first for first in firsts if first > at), len(body))
        for item in body[at:end]:
            if isinstance(item, Print | FormatText):
                raise InputError(
                    "what printf accesses cannot be followed in sequential C",
                    hint="unthread replay --native shows the race in the program itself",
                )
        return range(at, end)


def _too_small() -> InputError:
    return InputError(
        "the trace does not lead to its violation within these bounds",
        hint="raise --unwind, --depth or --threads",
    )

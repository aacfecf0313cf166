"""Schedules with fewer context switches that still break the property in the same place.

Slices are left out, joined with the next one of their thread, or made shorter, and the interpreter judges.
What it has really executed is the new schedule: a slice whose thread waits or ends before it is over is cut
there, and after the last slice the violating thread runs on.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress

from unthread.core.clock import TimeUp, time_limit
from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.core.trace import InputValue, Schedule, Slice
from unthread.interpreter.machine import Blocked, Ended
from unthread.program.program import Program
from unthread.results.execution import Claim, ClaimedInputs, Execution

TRIES = 2000
EFFORT = 400_000  # steps in all
SECONDS = 5.0
_FAR = 1 << 30  # steps: until the thread waits or ends


@dataclass(slots=True)
class _Judge:
    execution: Execution
    thread: int  # the one that breaks the property
    tries: int
    patience: int  # steps that a thread takes without anybody having asked for them
    deadline: float
    best: Schedule  # so far

    def leads_there(self, slices: Sequence[Slice]) -> Schedule | None:
        """What was executed for these slices, if it ends in the claimed violation."""
        self.execution.begin()
        return self._end_with(slices)

    def lead_there(
        self, before: Sequence[Slice], thread: int, after: Sequence[Slice], most: int
    ) -> Iterator[Schedule]:
        """What was executed with 1, 2, 3 steps of the thread and so on between the slices, each time that it
        ends in the claimed violation."""
        execution = self.execution
        execution.begin()
        is_going = all(map(self._take, before))
        for _ in range(most):
            if self.is_over or not is_going or not execution.is_alive(thread):
                return
            outcome = execution.step(thread)
            if execution.found is not None:
                yield execution.found
            if outcome is None or isinstance(outcome, Blocked):
                return  # whoever waits does as with fewer steps
            stopped = execution.save()
            found = self._end_with(after)
            if found is not None:
                yield found
            execution.restore(stopped)
            is_going = not isinstance(outcome, Ended)

    def _end_with(self, slices: Sequence[Slice]) -> Schedule | None:
        self.tries -= 1
        if all(map(self._take, slices)):
            if self.execution.claim.property is Property.DEADLOCK:
                self.execution.get_stuck()
            else:
                self._take(Slice(self.thread, _FAR))
        return self.execution.found

    def _take(self, part: Slice) -> bool:
        """False: the execution is over."""
        for _ in range(min(part.steps, self.patience)):
            if not self.execution.is_alive(part.thread):
                return True
            outcome = self.execution.step(part.thread)
            if outcome is None:
                return False
            if isinstance(outcome, Blocked | Ended):
                return True
        return True

    @property
    def is_over(self) -> bool:
        return self.tries <= 0 or self.execution.effort <= 0 or time.monotonic() > self.deadline


def shorten(
    program: Program,
    schedule: Schedule,
    inputs: Sequence[InputValue],
    properties: frozenset[Property],
    claim: Claim,
    thread: int,
    deadline: float = math.inf,
    tries: int = TRIES,
    effort: int = EFFORT,
) -> Schedule:
    """`schedule` with these inputs breaks the property, which `thread` does. The result is never longer, and
    is there when the deadline comes."""
    execution = Execution(program, ClaimedInputs(inputs), properties, claim, effort)
    patience = 2 * sum(part.steps for part in schedule) + 64
    deadline = min(deadline, time.monotonic() + SECONDS)
    judge = _Judge(execution, thread, tries, patience, deadline, schedule)
    with suppress(TimeUp), time_limit(deadline):
        _shorten(schedule, judge)
    return judge.best


def _shorten(schedule: Schedule, judge: _Judge) -> None:
    while True:
        before = schedule
        for shorter in (_without_parts, _joined, _trimmed):
            schedule = shorter(schedule, judge)
        if schedule == before:
            schedule = _shifted(schedule, judge)
        judge.best = schedule
        if schedule == before or judge.is_over:
            return


def size(schedule: Schedule) -> tuple[int, int]:
    """Context switches count first."""
    return len(schedule), sum(part.steps for part in schedule)


def _better(schedule: Schedule, candidate: Sequence[Slice], judge: _Judge) -> Schedule | None:
    if judge.is_over:
        return None
    found = judge.leads_there(candidate)
    if found is None or size(found) >= size(schedule):
        return None
    judge.best = found
    return found


# a b c d e f   becomes   a b f, then   a f: halves first, then ever smaller parts
def _without_parts(schedule: Schedule, judge: _Judge) -> Schedule:
    length = len(schedule)
    while length >= 1:
        start = 0
        while start < len(schedule):
            found = _better(schedule, schedule[:start] + schedule[start + length :], judge)
            if found is None:
                start += length
            else:
                schedule = found
        length //= 2
    return schedule


# a b c a'   becomes   a+a' b c   or   b c a+a'
def _joined(schedule: Schedule, judge: _Judge) -> Schedule:
    index = 0
    while index < len(schedule):
        found = next(filter(None, (_better(schedule, c, judge) for c in _joins(schedule, index))), None)
        if found is None:
            index += 1
        else:
            schedule = found
    return schedule


def _joins(schedule: Schedule, index: int) -> Iterator[Schedule]:
    """The slice runs on for the steps of a later one of its thread, or waits for it; or it runs as far as it
    can. In between, all of its thread's slices are gone."""
    first = schedule[index]
    before = schedule[:index]
    later = [at for at in range(index + 1, len(schedule)) if schedule[at].thread == first.thread]
    for at in later[:1]:
        both = Slice(first.thread, first.steps + schedule[at].steps)
        yield (*before, both, *schedule[index + 1 : at], *schedule[at + 1 :])
        yield (*before, *schedule[index + 1 : at], both, *schedule[at + 1 :])
    others = tuple(part for part in schedule[index + 1 :] if part.thread != first.thread)
    yield (*before, Slice(first.thread, _FAR), *others)


# a b c d e   becomes   a b' d e: one slice is gone, another one ends somewhere else, anywhere
def _shifted(schedule: Schedule, judge: _Judge) -> Schedule:
    longest = max((part.steps for part in schedule), default=0)
    for gone in range(len(schedule)):
        rest = schedule[:gone] + schedule[gone + 1 :]
        for index in range(len(rest)):
            thread, after = rest[index].thread, rest[index + 1 :]
            for found in judge.lead_there(rest[:index], thread, after, 2 * longest):
                if size(found) < size(schedule):
                    return found
    return schedule


# Steps that are not needed are left out, many at a time first; later slices of the thread move up.
def _trimmed(schedule: Schedule, judge: _Judge) -> Schedule:
    index = 0
    while index < len(schedule):
        cut = schedule[index].steps // 2
        while cut and index < len(schedule):
            part = schedule[index]
            shorter = Slice(part.thread, max(part.steps - cut, 0))
            found = _better(schedule, (*schedule[:index], shorter, *schedule[index + 1 :]), judge)
            if found is None:
                cut //= 2
            else:
                schedule = found
        index += 1
    return schedule

"""Why an execution breaks a property: `explain` looks at schedules that differ from it by one context switch.

At each switch where the thread could have gone on, the interpreter lets it go on until it waits or ends, and
continues with the rest of the schedule. If the violation is gone, the switch is essential, and this is a
schedule that passes. The order of two accesses that differs between the two decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from unthread.core.clock import TimeUp, time_limit
from unthread.core.diagnostics import UnthreadError
from unthread.core.properties import Property, Violation
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.core.trace import Explanation, Protection, Schedule, Slice, Step, StepKind, Trace
from unthread.interpreter.machine import Blocked, Ended, Exited, Machine, Progressed, Violated
from unthread.program.library import LOCKING, TAKES, WAITS_AT_CONDITIONS
from unthread.program.program import Program
from unthread.results.execution import Claim, ClaimedInputs, new_machine

_MOST_STEPS = 20_000  # of one execution
_STEP_LENGTH = 1_000_000  # instructions
_MOST_SWITCHES = 12  # that are tried: the last ones
_NEAR = 500  # steps before one among which the other is looked for
_LOCK_CALLS = frozenset({*TAKES, *LOCKING}) - WAITS_AT_CONDITIONS
_ACCESSES = (StepKind.READ, StepKind.WRITE)


@dataclass(frozen=True, slots=True)
class _Passing:
    schedule: Schedule
    steps: tuple[Step, ...]


def explain(program: Program, trace: Trace, deadline: float) -> Trace:
    """The trace with its explanation, as far as there is time for it."""
    explainer = _Explainer(program, trace)
    with suppress(TimeUp, UnthreadError), time_limit(deadline):
        explainer.try_switches()
    return replace(trace, explanation=explainer.explanation())


class _Explainer:
    def __init__(self, program: Program, trace: Trace) -> None:
        self._program = program
        self._trace = trace
        self._essential: list[int] = []
        self._passing: _Passing | None = None

    def try_switches(self) -> None:
        """The last one first: it leads to the nearest schedule that passes."""
        schedule = self._trace.schedule
        for number in range(len(schedule) - 1, max(len(schedule) - 1 - _MOST_SWITCHES, 0), -1):
            found = self._without_switch(number)
            if found is not None:
                self._essential.insert(0, number)
                self._passing = self._passing or found

    def _without_switch(self, number: int) -> _Passing | None:
        """The execution in which the thread of the slice before goes on instead; None if it cannot, or the
        property is violated all the same."""
        schedule = self._trace.schedule
        run = _Run(self._program, self._trace)
        if not all(map(run.take, schedule[:number])):
            return None
        before = run.steps_taken
        is_going = run.go_on(schedule[number - 1].thread)
        if run.steps_taken == before:
            return None
        if is_going and all(map(run.take, schedule[number:])):
            run.finish()
        return run.passing()

    def explanation(self) -> Explanation | None:
        decisive = self._decisive()
        found = Explanation(
            tuple(self._essential),
            self._passing.schedule if self._passing else (),
            decisive,
            self._protection(decisive),
            None if decisive else self._early(),
        )
        return None if found == Explanation() else found

    def _decisive(self) -> tuple[int, int] | None:
        """Of the pairs of conflicting steps whose order is another one in the schedule that passes, the one
        that comes first: from there on, the executions differ."""
        if self._passing is None:
            return None
        there = _Counterparts(self._passing.steps, self._trace.steps)
        steps = self._trace.steps
        for later in range(1, len(steps)):
            moved = there.number(later)
            for earlier in range(later - 1, max(later - _NEAR, -1), -1) if moved is not None else ():
                if _meet(steps, earlier, later) and there.comes_after(earlier, moved):
                    return earlier, later
        return None

    def _early(self) -> tuple[int, int, Loc] | None:
        """The first step before which, in the schedule that passes, another thread makes an access that does
        not happen here."""
        if self._passing is None:
            return None
        there = self._passing.steps
        happened = {key: number for number, key in enumerate(_ordinals(self._trace.steps))}
        keys = _ordinals(there)
        found = (
            (happened[keys[later]], there[earlier].thread, there[earlier].loc)
            for later in range(1, len(there))
            if keys[later] in happened
            for earlier in range(later - 1, max(later - _NEAR, -1), -1)
            if keys[earlier] not in happened and _meet(there, earlier, later)
        )
        return min(found, key=lambda item: item[0], default=None)

    def _protection(self, decisive: tuple[int, int] | None) -> Protection | None:
        place = self._place(decisive)
        if not place:
            return None
        accesses: dict[tuple[int, Loc], frozenset[str]] = {}
        for step in (*_shared(self._trace.steps), *_shared(self._passing.steps if self._passing else ())):
            if step.place == place and step.kind in _ACCESSES:
                key, held = (step.thread, step.loc), frozenset(step.holds)
                accesses[key] = accesses.get(key, held) & held
        for part in self._trace.violation.participants:
            if part.place == place and part.access:
                held = frozenset(item.lock for item in part.holds)
                accesses[part.thread, part.loc] = accesses.get((part.thread, part.loc), held) & held
        locks = Counter(lock for held in accesses.values() for lock in held)
        if not locks:
            return None
        owner = place.rpartition(".")[0] or place  # a lock in the same object is meant for it
        lock, holding = max(locks.items(), key=lambda item: (item[1], item[0].startswith(owner)))
        without = tuple(key for key, held in accesses.items() if lock not in held)
        return Protection(place, lock, holding, without) if without and holding >= len(without) else None

    def _place(self, decisive: tuple[int, int] | None) -> str:
        """What the violation is about."""
        violation = self._trace.violation
        if violation.property is Property.RACE:
            return next((part.place for part in violation.participants), "")
        return self._trace.steps[decisive[1]].place if decisive else ""


class _Counterparts:
    """The steps of one execution in another one: the n-th of a thread is its n-th there, as long as it is the
    same."""

    def __init__(self, there: Sequence[Step], here: Sequence[Step]) -> None:
        self._there = there
        self._here = here
        self._keys = _ordinals(here)
        self._numbers = {key: number for number, key in enumerate(_ordinals(there))}

    def number(self, here: int) -> int | None:
        found = self._numbers.get(self._keys[here])
        return found if found is not None and _same(self._there[found], self._here[here]) else None

    def comes_after(self, here: int, other: int | None) -> bool:
        """Later than step `other` there; or the process ends before the thread gets to it."""
        found = self.number(here)
        is_never = self._keys[here] not in self._numbers
        return is_never or (found is not None and other is not None and other < found)


def _same(one: Step, other: Step) -> bool:
    """They do the same; heap objects may have other names."""
    is_heap = "heap#" in one.place and "heap#" in other.place
    return (one.kind, one.loc, one.call) == (other.kind, other.loc, other.call) and (
        is_heap or one.place == other.place
    )


def _ordinals(steps: Sequence[Step]) -> list[tuple[int, int]]:
    """Each step as the n-th of its thread."""
    counts: Counter[int] = Counter()
    found = []
    for step in steps:
        found.append((step.thread, counts[step.thread]))
        counts[step.thread] += 1
    return found


def _shared(steps: Sequence[Step]) -> Iterator[Step]:
    """Those that are taken while other threads have steps before and after, or begin."""
    first: dict[int, int] = {}
    last: dict[int, int] = {}
    for number, step in enumerate(steps):
        first.setdefault(step.thread, number)
        last[step.thread] = number
    for number, step in enumerate(steps):
        if any(first[other] <= number <= last[other] for other in first if other != step.thread):
            yield step


def _meet(steps: Sequence[Step], earlier: int, later: int) -> bool:
    """What the second does depends on the first, and not only because both take the same lock."""
    one, other = steps[earlier], steps[later]
    if one.call in _LOCK_CALLS or other.call in _LOCK_CALLS:
        return False
    return one.thread != other.thread and (earlier in other.sees or _conflict(one, other))


def _conflict(one: Step, other: Step) -> bool:
    return any(
        place == other_place and (kind is StepKind.WRITE or other_kind is StepKind.WRITE)
        for kind, place in _accessed(one)
        for other_kind, other_place in _accessed(other)
    )


def _accessed(step: Step) -> Iterator[tuple[StepKind, str]]:
    if step.kind in _ACCESSES and step.place and not step.call:
        yield step.kind, step.place
    yield from ((effect.kind, effect.place) for effect in step.effects)


class _Run:
    """An execution that follows a schedule as long as it can. Threads take the inputs of the trace."""

    def __init__(self, program: Program, trace: Trace) -> None:
        self._claim = Claim.of(trace.violation)
        self._machine: Machine = new_machine(
            program,
            ClaimedInputs(trace.inputs, anywhere=True),
            trace.properties,
            self._claim,
            lambda step: None,
        )
        self._violation: Violation | None = None
        self._is_over = False
        self._has_exited = False
        self.steps_taken = 0

    def take(self, part: Slice) -> bool:
        """False: the execution is over. A slice whose thread waits or ends is cut there."""
        for _ in range(part.steps):
            if not self._step(part.thread):
                break
        return not self._is_over

    def go_on(self, thread: int) -> bool:
        """The thread runs until it waits or ends. False: the execution is over."""
        while self._step(thread):
            pass
        return not self._is_over

    def finish(self) -> None:
        """All threads go on, in order, until none can."""
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

    def passing(self) -> _Passing | None:
        """What was executed, if the program came to its end without a violation."""
        if self._violation is not None or self.steps_taken >= _MOST_STEPS or not self._has_exited:
            return None
        assert self._machine.observation is not None, "steps are observed"
        return _Passing(self._machine.schedule, tuple(self._machine.observation.steps))

    def _step(self, number: int) -> bool:
        """False: the thread cannot go on."""
        threads = self._machine.threads
        if self._is_over or number >= len(threads) or not threads[number].alive:
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

    def _get_stuck(self) -> None:
        """No thread can move."""
        self._is_over = True
        self._violation = self._machine.deadlock() if self._machine.live() else None

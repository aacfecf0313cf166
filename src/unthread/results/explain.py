"""Why an execution breaks a property: `explain` looks at schedules that differ from it by one context switch.

At each switch where the thread could have continued, the interpreter lets it continue until it waits or ends,
and continues with the rest of the schedule. If the violation is gone, the switch is essential. From there,
schedules are tried that are nearer to the one that fails, until one step makes the difference: the nearest
schedule that passes, and one beside it that fails. The order of two accesses that differs between the two
decides (deciding.py). Where no switch is essential, the thread that comes after one is let run earlier.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from unthread.core.clock import TimeUp, time_limit
from unthread.core.diagnostics import UnthreadError
from unthread.core.properties import Property, Violation
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.core.trace import Explanation, Protection, Slice, Step, StepKind, Trace
from unthread.program.library import WAITS_AT_CONDITIONS
from unthread.program.program import Program
from unthread.results.deciding import Comparison
from unthread.results.variation import Ending, Variation

_MOST_SWITCHES = 12  # that are tried: the last ones
_MOST_FORWARD = 6  # likewise, where none of these can be left out
_MOST_STEPS = 20_000  # that a thread takes from there
_ACCESSES = (StepKind.READ, StepKind.WRITE)


@dataclass(frozen=True, slots=True)
class _Tried:
    """An execution, and by how many steps it differs from that of the trace."""

    run: Variation
    moved: int
    ending: Ending


_Attempt = Callable[[int], _Tried | None]


def explain(program: Program, trace: Trace, deadline: float) -> Trace:
    """The trace with its explanation, as far as there is time for it."""
    explainer = _Explainer(program, trace)
    with suppress(TimeUp, UnthreadError), time_limit(deadline):
        explainer.try_all()
    return replace(trace, explanation=explainer.explanation())


class _Explainer:
    def __init__(self, program: Program, trace: Trace) -> None:
        self._program = program
        self._trace = trace
        self._essential: list[int] = []
        self._spurious: list[int] = []
        self._passing: Variation | None = None
        self._failing: Variation | None = None  # as near to it as there is one; None: that of the trace
        self._needs_none = False
        self._forwarded: int | None = None  # the slice whose thread was let run earlier

    def try_all(self) -> None:
        endings = self._try_switches()
        if self._passing is None:
            endings += self._bring_forward()
        self._try_wakeups()
        is_all = 1 < len(self._trace.schedule) <= _MOST_FORWARD + 1
        self._needs_none = is_all and set(endings) == {Ending.SAME}

    def _try_switches(self) -> list[Ending]:
        """The last one first: it leads to the nearest schedule that passes."""
        endings = []
        last = len(self._trace.schedule) - 1
        first = max(last - _MOST_SWITCHES, 0)
        for number in range(last, first, -1):
            found = self._without_switch(number)
            if found is not None:
                endings.append(found.ending)
            if found is not None and found.ending is Ending.PASSED:
                self._essential.insert(0, number)
                if self._passing is None:
                    self._passing = found.run
                    self._come_nearer(partial(self._without_switch, number), found)
        return endings

    def _without_switch(self, number: int, most: int = _MOST_STEPS) -> _Tried | None:
        """The execution in which the thread of the slice before continues instead, for so many steps at most;
        None if it cannot."""
        schedule = self._trace.schedule
        run = Variation(self._program, self._trace)
        if not run.follow(schedule[:number]):
            return None
        thread = schedule[number - 1].thread
        moved = run.go_on(thread, most)
        if not moved:
            return None
        run.follow(schedule[number:], thread)
        run.finish()
        return _Tried(run, moved, run.ending())

    def _bring_forward(self) -> list[Ending]:
        """The thread after a switch runs before the last steps of the thread before it: 1, 2, 4, ..."""
        schedule = self._trace.schedule
        endings = []
        for number in range(len(schedule) - 1, max(len(schedule) - 1 - _MOST_FORWARD, 0), -1):
            attempt = partial(self._forward, number)
            steps = 1
            while steps <= schedule[number - 1].steps:
                found = attempt(steps)
                endings += [found.ending] if found else []
                if found is not None and found.ending is Ending.PASSED:
                    self._passing = found.run
                    self._come_nearer(attempt, found)
                    self._forwarded = number
                    return endings
                steps *= 2
        return endings

    def _forward(self, number: int, steps: int) -> _Tried | None:
        schedule = self._trace.schedule
        before = schedule[number - 1]
        run = Variation(self._program, self._trace)
        if not run.follow((*schedule[: number - 1], Slice(before.thread, before.steps - steps))):
            return None
        thread = schedule[number].thread
        if not run.go_on(thread):
            return None
        run.follow((Slice(before.thread, steps), *schedule[number:]), thread)
        run.finish()
        return _Tried(run, steps, run.ending())

    def _come_nearer(self, attempt: _Attempt, passes: _Tried) -> None:
        """By halves, until one step makes the difference between an execution that passes and one that does
        not."""
        same, passed = 0, passes.moved
        while passed - same > 1:
            middle = (same + passed) // 2
            found = attempt(middle)
            if found is not None and found.ending is Ending.PASSED:
                passed, self._passing = middle, found.run
            elif found is None or found.ending is Ending.SAME:
                same, self._failing = middle, found.run if found else None
            else:
                return

    def _try_wakeups(self) -> None:
        """Without spurious wake-ups."""
        inputs = self._trace.inputs
        for number, value in enumerate(inputs):
            if value.call in WAITS_AT_CONDITIONS and value.value == 1:
                others = (*inputs[:number], replace(value, value=0), *inputs[number + 1 :])
                run = Variation(self._program, self._trace, others)
                run.follow(self._trace.schedule)
                run.finish()
                if run.ending() is not Ending.SAME:
                    self._spurious.append(number)

    def explanation(self) -> Explanation | None:
        """One that is empty says that the order of threads does not matter."""
        decisive, early = self._order()
        found = Explanation(
            tuple(self._essential),
            self._passing.schedule if self._passing else (),
            decisive,
            self._protection(decisive),
            early,
            tuple(self._spurious),
        )
        return None if found == Explanation() and not self._needs_none else found

    def _order(self) -> tuple[tuple[int, int] | None, tuple[int, int, Loc] | None]:
        """The two steps whose order decides, or the one that comes too early."""
        if self._passing is None or _is_cycle(self._trace.violation):
            return None, None
        nearer = [self._failing.steps] if self._failing else []
        for failing in (*nearer, self._trace.steps):
            comparison = Comparison(self._trace, failing, self._passing.steps)
            decisive = comparison.decisive()
            early = None if decisive else comparison.early()
            if decisive or early:
                return decisive, early
        number = self._forwarded
        return (None if number is None else comparison.moved(number)), None

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
        steps = self._trace.steps
        return steps[decisive[1]].place if decisive and decisive[1] < len(steps) else ""


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


def _is_cycle(violation: Violation) -> bool:
    """Threads that wait for each other's locks: it takes them all, not two accesses."""
    awaited = {part.thread: part.waits_for for part in violation.participants if part.holds}
    for thread in awaited:
        seen: set[int] = set()
        at: int | None = thread
        while at is not None and at not in seen:
            seen.add(at)
            at = awaited.get(at)
        if at == thread:
            return violation.property is Property.DEADLOCK
    return False

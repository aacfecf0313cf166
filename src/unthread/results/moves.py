"""Executions in which one context switch of a trace comes later or earlier: `Moves`; and of those that pass,
one beside which an execution fails that differs in the order of two steps alone: `Moves.nearest_later`,
`Moves.nearest_earlier`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from unthread.core.records import dataclass
from unthread.core.trace import Schedule, Slice
from unthread.results.variation import Ending, Stage, Variation

_MOST_STEPS = 20_000  # that a thread goes on
_MANY = 100  # executions, if one after the other is looked at


@dataclass(frozen=True, slots=True)
class Tried:
    """An execution, and by how many steps it differs from that of the trace."""

    run: Variation
    moved: int
    ending: Ending


@dataclass(frozen=True, slots=True)
class Border:
    """Two executions beside each other. `fails` is None where it is that of the trace."""

    passes: Variation
    fails: Variation | None


Attempt = Callable[[int], Tried | None]
Search = Callable[[Attempt, int, int, Border], tuple[Border, int | None]]


class Moves:
    """A switch is told by the number of the slice after it."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._trace = stage.trace

    def later(self, number: int, most: int = _MOST_STEPS, after: int = 0) -> Tried | None:
        """The thread before the switch goes on, for so many steps at most, of which the last comes after so
        many steps of the slices that follow; None if it cannot."""
        schedule = self._trace.schedule
        run = Variation(self._stage)
        if not run.follow(schedule[:number]):
            return None
        thread, rest = schedule[number - 1].thread, schedule[number:]
        moved = run.go_on(thread, most - bool(after))
        if after:
            before, rest = _split(rest, after)
            run.follow(before, thread)
            moved += run.go_on(thread, 1)
        if not moved:
            return None
        run.follow(rest, thread)
        run.finish()
        return Tried(run, moved, run.ending())

    def earlier(self, number: int, steps: int, most: int = _MOST_STEPS) -> Tried | None:
        """The thread after the switch runs before the last steps of the slice before it: as far as it can, or
        so many steps at most before the first of them and the others after it."""
        schedule = self._trace.schedule
        before, thread = schedule[number - 1], schedule[number].thread
        run = Variation(self._stage)
        if not run.follow((*schedule[: number - 1], Slice(before.thread, before.steps - steps))):
            return None
        moved = run.go_on(thread, most)
        if not moved:
            return None
        if moved == most:
            run.follow((Slice(before.thread, 1),), thread)
            run.go_on(thread)
            steps -= 1
        run.follow((Slice(before.thread, steps), *schedule[number:]), thread)
        run.finish()
        return Tried(run, moved, run.ending())

    def nearest_later(self, number: int, found: Tried, search: Search) -> Border:
        """`found` passes, in which the thread goes on as far as it moved."""
        border, steps = search(partial(self.later, number), 0, found.moved, Border(found.run, None))
        if steps is None:
            return border
        at_step = partial(self.later, number, steps)
        return search(lambda after: at_step(after=after), self._room(number), 0, border)[0]

    def nearest_earlier(self, number: int, steps: int, found: Tried, search: Search) -> Border:
        """`found` passes, in which the other thread runs before that many steps."""
        border, nearest = search(partial(self.earlier, number), 0, steps, Border(found.run, None))
        whole = None if nearest is None else self.earlier(number, nearest)
        if nearest is None or whole is None:
            return border
        return search(partial(self.earlier, number, nearest), 0, whole.moved, border)[0]

    def _room(self, number: int) -> int:
        """How many steps others take before the thread before the switch does again."""
        thread, count = self._trace.schedule[number - 1].thread, 0
        for part in self._trace.schedule[number:]:
            if part.thread == thread:
                break
            count += part.steps
        return count


def by_halves(attempt: Attempt, same: int, passed: int, border: Border) -> tuple[Border, int | None]:
    """One of the numbers between which an execution that passes is beside one that does not: where it passes;
    None if something else happens between them."""
    passes, fails = border.passes, border.fails
    while abs(passed - same) > 1:
        middle = (same + passed) // 2
        found = attempt(middle)
        if found is not None and found.ending is Ending.PASSED:
            passed, passes = middle, found.run
        elif found is None or found.ending is Ending.SAME:
            same, fails = middle, found.run if found else fails
        else:
            return Border(passes, fails), None
    return Border(passes, fails), passed


def one_by_one(attempt: Attempt, same: int, passed: int, border: Border) -> tuple[Border, int | None]:
    """The first such number, if there are not too many."""
    if abs(passed - same) > _MANY:
        return by_halves(attempt, same, passed, border)
    fails = border.fails
    step = 1 if same < passed else -1
    for number in range(same + step, passed, step):
        found = attempt(number)
        if found is not None and found.ending is Ending.PASSED:
            return Border(found.run, fails), number
        fails = found.run if found is not None and found.ending is Ending.SAME else fails
    return Border(border.passes, fails), passed


def _split(schedule: Schedule, steps: int) -> tuple[Schedule, Schedule]:
    """The first so many steps, and the rest."""
    first: list[Slice] = []
    for number, part in enumerate(schedule):
        if part.steps > steps:
            rest = Slice(part.thread, part.steps - steps)
            return (*first, Slice(part.thread, steps)), (rest, *schedule[number + 1 :])
        first.append(part)
        steps -= part.steps
    return tuple(first), ()

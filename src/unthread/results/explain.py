"""Why an execution breaks a property: `explain` looks at schedules that differ from it by one context switch.

At each switch where the thread could have gone on, the interpreter lets it go on until it waits or ends, and
continues with the rest of the schedule. If the violation is gone, the switch is essential. From there,
schedules are tried that are nearer to the one that fails, until the order of two steps makes the difference:
the nearest schedule that passes, and one beside it that fails (moves.py). The order of two accesses that
differs between the two decides (deciding.py). Where no switch is essential, each is tried at other places.
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
from unthread.core.source import Loc
from unthread.core.trace import Explanation, HeapObject, Protection, Step, StepKind, Trace
from unthread.program.library import WAITS_AT_CONDITIONS
from unthread.program.program import Program
from unthread.results.deciding import Comparison, own_name
from unthread.results.moves import Border, Moves, Search, Tried, by_halves, one_by_one
from unthread.results.variation import Ending, Stage, Variation

_MOST_SWITCHES = 12  # that are tried: the last ones
_MOST_MOVED = 6  # likewise, where none of these can be left out
_MOST_PLACES = 300  # to which these are moved
_ACCESSES = (StepKind.READ, StepKind.WRITE)


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
        self._moves = Moves(Stage(program, trace))
        self._essential: list[int] = []
        self._spurious: list[int] = []
        self._border: Border | None = None  # None: no schedule passes, as far as it is known
        self._needs_none = False
        self._forwarded: int | None = None  # the slice whose thread was let run earlier
        self._nearest: Callable[[Search], Border] | None = None
        self._room: dict[int, int] = {}  # how many steps the thread before a switch could go on

    def try_all(self) -> None:
        endings = self._try_switches()
        is_all = False
        if self._border is None:
            is_all = self._try_places(endings)
        self._try_wakeups()
        if self._nearest is not None:
            self._border = self._nearest(one_by_one)
        self._needs_none = is_all and set(endings) == {Ending.SAME}

    def _try_switches(self) -> list[Ending]:
        """The last one first: it leads to the nearest schedule that passes."""
        endings = []
        last = len(self._trace.schedule) - 1
        first = max(last - _MOST_SWITCHES, 0)
        for number in range(last, first, -1):
            found = self._moves.later(number)
            if found is not None:
                endings.append(found.ending)
                self._room[number] = found.moved
            if found is not None and found.ending is Ending.PASSED:
                self._essential.insert(0, number)
                if self._border is None:
                    self._come_nearer(partial(self._moves.nearest_later, number, found), found)
        return endings

    def _try_places(self, endings: list[Ending]) -> bool:
        """Each of the last switches comes earlier, or later, until an execution passes. Whether each was
        tried at each place."""
        schedule = self._trace.schedule
        last = len(schedule) - 1
        places = 0
        for number in range(last, max(last - _MOST_MOVED, 0), -1):
            room, before = self._room.get(number, 0), schedule[number - 1].steps
            for steps in range(1, max(room, before + 1)):
                places += 1
                if places > _MOST_PLACES:
                    return False
                later = self._moves.later(number, steps) if steps < room else None
                earlier = self._moves.earlier(number, steps) if steps <= before else None
                if self._takes(number, steps, later, earlier):
                    return False
                endings += [found.ending for found in (later, earlier) if found is not None]
        return 0 < last <= _MOST_MOVED

    def _takes(self, number: int, steps: int, later: Tried | None, earlier: Tried | None) -> bool:
        """Whether one of them passes, from which the nearest one is looked for."""
        if earlier is not None and earlier.ending is Ending.PASSED:
            self._forwarded = number
            self._come_nearer(partial(self._moves.nearest_earlier, number, steps, earlier), earlier)
        elif later is not None and later.ending is Ending.PASSED:
            self._come_nearer(partial(self._moves.nearest_later, number, later), later)
        return self._border is not None

    def _come_nearer(self, nearest: Callable[[Search], Border], found: Tried) -> None:
        """Quickly; whether there is none still nearer is seen in the end, if there is time."""
        self._border, self._nearest = Border(found.run, None), nearest
        self._border = nearest(by_halves)

    def _try_wakeups(self) -> None:
        """Without spurious wake-ups."""
        inputs = self._trace.inputs
        for number, value in enumerate(inputs):
            if value.call in WAITS_AT_CONDITIONS and value.value == 1:
                others = (*inputs[:number], replace(value, value=0), *inputs[number + 1 :])
                run = Variation(Stage(self._program, self._trace, others))
                run.follow(self._trace.schedule)
                run.finish()
                if run.ending() is not Ending.SAME:
                    self._spurious.append(number)

    def explanation(self) -> Explanation | None:
        """One that is empty says that the order of threads does not matter."""
        decisive, early, is_missing = self._order()
        found = Explanation(
            tuple(self._essential),
            self._border.passes.schedule if self._border else (),
            decisive,
            self._protection(decisive),
            early,
            tuple(self._spurious),
            is_missing,
        )
        return None if found == Explanation() and not self._needs_none else found

    def _order(self) -> tuple[tuple[int, int] | None, tuple[int, int, Loc] | None, bool]:
        """The two steps whose order decides, or the one that comes too early; and whether the first of the
        two is missing where the property holds."""
        if self._border is None or _is_cycle(self._trace.violation):
            return None, None, False
        nearer = [self._border.fails.steps] if self._border.fails else []
        for failing in (*nearer, self._trace.steps):
            comparison = Comparison(self._trace, failing, self._border.passes.steps)
            decisive = comparison.decisive()
            early = None if decisive else comparison.early()
            if decisive or early:
                return decisive and decisive[:2], early, bool(decisive and decisive[2])
        number = self._forwarded
        return (None if number is None else comparison.moved(number)), None, False

    def _protection(self, decisive: tuple[int, int] | None) -> Protection | None:
        """The lock that most accesses hold; if one of those that decide does not."""
        place = self._place(decisive)
        if not place:
            return None
        accesses: dict[tuple[int, Loc], frozenset[str]] = {}
        for step in self._accesses(place, decisive):
            key, held = (step.thread, step.loc), frozenset(step.holds)
            accesses[key] = accesses.get(key, held) & held
        deciding = {(step.thread, step.loc) for step in self._steps(decisive)}
        for part in self._trace.violation.participants:
            if part.place == place and part.access:
                held = frozenset(item.lock for item in part.holds)
                accesses[part.thread, part.loc] = accesses.get((part.thread, part.loc), held) & held
                deciding.add((part.thread, part.loc))
        locks = Counter(lock for held in accesses.values() for lock in held)
        if not locks:
            return None
        owner = place.rpartition(".")[0] or place  # a lock in the same object is meant for it
        lock, holding = max(locks.items(), key=lambda item: (item[1], item[0].startswith(owner)))
        without = tuple(key for key, held in accesses.items() if lock not in held)
        is_missed = not deciding.isdisjoint(without)
        return Protection(place, lock, holding, without) if is_missed and holding >= len(without) else None

    def _accesses(self, place: str, decisive: tuple[int, int] | None) -> list[Step]:
        """Of that place. Several threads may have variables of one name."""
        found = [step for step in self._shared() if own_name(step) == place and step.kind in _ACCESSES]
        meant = {step.owner for step in self._steps((decisive or ())[1:])}
        if len({step.owner for step in found} | meant) > 1:
            found = [step for step in found if step.owner in meant]
        return found

    def _shared(self) -> Iterator[Step]:
        """Accesses of the trace, and of the schedule that passes, unless heap objects have other names."""
        yield from _shared(self._trace.steps)
        if self._border is not None:
            here, there = _heap(self._trace.objects), _heap(self._border.passes.objects)
            is_same = all(there.get(name, loc) == loc for name, loc in here.items())
            yield from _shared(self._border.passes.steps) if is_same else ()

    def _steps(self, numbers: Sequence[int] | None) -> Iterator[Step]:
        steps = self._trace.steps
        yield from (steps[number] for number in numbers or () if number < len(steps))

    def _place(self, decisive: tuple[int, int] | None) -> str:
        """What the violation is about."""
        violation = self._trace.violation
        if violation.property is Property.RACE:
            return next((part.place for part in violation.participants), "")
        steps = self._trace.steps
        return own_name(steps[decisive[1]]) if decisive and decisive[1] < len(steps) else ""


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


def _heap(objects: Sequence[HeapObject]) -> dict[str, tuple[int, Loc]]:
    """Who allocated them, by name."""
    return {item.name: (item.thread, item.loc) for item in objects}


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

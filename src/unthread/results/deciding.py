"""Two executions, of which one breaks a property and one does not: the order of which two accesses differs.

The less the executions differ, the more it says. `decisive`: both accesses happen where it is broken.
`early`: one of them does not happen there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from unthread.core.properties import Property, Violation
from unthread.core.source import Loc, is_own
from unthread.core.trace import Effect, Step, StepKind, Trace
from unthread.program.library import LOCKING, OWN, TAKES, WAITS_AT_CONDITIONS

_NEAR = 500  # steps before one among which the other is looked for
_LOCK_CALLS = frozenset({*TAKES, *LOCKING}) - WAITS_AT_CONDITIONS
_ACCESSES = (StepKind.READ, StepKind.WRITE)
_Pair: TypeAlias = tuple[int, int, int, int]
_Key: TypeAlias = tuple[int, StepKind, Loc, str, int]


class Comparison:
    """`here`: the execution that breaks the property, that of the trace or one that is nearer to `there`,
    which passes. Steps are given by their numbers in the trace; what breaks the property comes after them."""

    def __init__(self, trace: Trace, here: Sequence[Step], there: Sequence[Step]) -> None:
        self._trace = trace
        self._there = there
        self._here = [*here, *_broken_step(trace.violation, here, there)]
        self._has_broken = len(self._here) > len(here)
        self._counterparts = _Counterparts(there, self._here)
        self._stored = _Counterparts(trace.steps, self._here)

    def decisive(self) -> tuple[int, int, bool] | None:
        """Of the pairs of conflicting steps whose order is another one there, the one in which the thread
        that breaks the property reads another value, if there is one; else one in which any thread does; else
        that which comes first. Only if there is none, of those of which one does not happen there, which is
        told with them."""
        pairs = list(self._reordered())
        pairs = [pair for pair in pairs if self._counterparts.number(pair[0]) is not None] or pairs
        mine = [pair for pair in pairs if self._reads_otherwise(pair, self._trace.violation.thread)]
        mine = [pair for pair in mine if not self._updates(self._here, *pair[:2])] or mine
        found = mine[-1] if mine else self._first(pairs)
        if found is None:
            return None
        return found[2], found[3], self._counterparts.number(found[0]) is None

    def _first(self, pairs: Sequence[_Pair]) -> _Pair | None:
        """Of accesses that lead to what the thread that breaks the property reads, if they are known."""
        about = [pair for pair in pairs if self._place_of(pair) in self._concerned()] or pairs
        reading = [pair for pair in about if self._reads_otherwise(pair)] or about
        return next(iter(reading), None)

    def _place_of(self, pair: _Pair) -> str:
        return self._here[pair[0]].place

    def _concerned(self) -> set[str]:
        """The places where the thread that breaks the property reads another value there."""
        found = set()
        for number, step in enumerate(self._here):
            if step.thread == self._trace.violation.thread and self._is_read_otherwise(number):
                found.add(step.place)
        return found

    def _reordered(self) -> Iterator[_Pair]:
        """Numbers here, and in the trace."""
        for later in range(1, len(self._here)):
            moved, stored = self._counterparts.number(later), self._number(later)
            if moved is None or stored is None:
                continue
            for earlier in range(later - 1, max(later - _NEAR, -1), -1):
                if _meet(self._here, earlier, later) and self._counterparts.comes_after(earlier, moved):
                    first = self._number(earlier)
                    if first is not None and first < stored:
                        yield earlier, later, first, stored

    def _reads_otherwise(self, pair: _Pair, thread: int | None = None) -> bool:
        """One of them reads another value there; it is the thread's, if one is given."""
        return any(
            thread in (None, self._here[number].thread) and self._is_read_otherwise(number)
            for number in pair[:2]
        )

    def _is_read_otherwise(self, number: int) -> bool:
        step, other = self._here[number], self._counterparts.number(number)
        return step.kind is StepKind.READ and other is not None and self._there[other].value != step.value

    @staticmethod
    def _updates(steps: Sequence[Step], *numbers: int) -> bool:
        """One of them reads what its thread writes next, as `count++` does: the rest seldom depends on it."""
        for number in numbers:
            step = steps[number]
            after = next((one for one in steps[number + 1 :] if one.thread == step.thread), None)
            if after is not None and (after.kind, after.place) == (StepKind.WRITE, step.place):
                return True
        return False

    def early(self) -> tuple[int, int, Loc] | None:
        """The step before which, there, another thread makes an access that does not happen here, chosen
        likewise."""
        happened = {key: number for number, key in enumerate(_ordinals(self._here))}
        stored = set(_ordinals(self._trace.steps))
        keys = _ordinals(self._there)
        found = []
        for later in range(1, len(self._there)):
            number = happened.get(keys[later])
            told = None if number is None else self._number(number)
            if number is None or told is None:
                continue
            for earlier in range(later - 1, max(later - _NEAR, -1), -1):
                is_new = keys[earlier] not in happened and keys[earlier] not in stored
                if is_new and _meet(self._there, earlier, later):
                    step = self._there[earlier]
                    own = self._there[later]
                    is_read = own.kind is StepKind.READ and self._here[number].value != own.value
                    is_mine = is_read and own.thread == self._trace.violation.thread
                    rank = (not is_mine, self._updates(self._here, number))
                    found.append((rank, told, step.thread, step.loc))
        if not found:
            return None
        return min(found, key=lambda item: (item[0], item[1] if item[0][0] else -item[1]))[1:]

    def moved(self, slice: int) -> tuple[int, int] | None:
        """Of the steps just before a slice of the trace, the first that comes after the slice's first step
        there."""
        schedule, keys = self._trace.schedule, _ordinals(self._here)
        order = {key: number for number, key in enumerate(_ordinals(self._there))}
        begin = sum(part.steps for part in schedule[:slice])
        first = next((n for n in range(begin, len(self._here)) if not is_own(self._here[n].loc)), None)
        if first is None or keys[first][0] != schedule[slice].thread or keys[first] not in order:
            return None
        for number in range(begin - schedule[slice - 1].steps, begin):
            is_later = order.get(keys[number], -1) > order[keys[first]]
            if is_later and not is_own(self._here[number].loc):
                return number, first
        return None

    def _number(self, here: int) -> int | None:
        """Of a step in the trace."""
        is_broken = self._has_broken and here == len(self._here) - 1
        return len(self._trace.steps) if is_broken else self._stored.number(here)


def _broken_step(violation: Violation, here: Sequence[Step], there: Sequence[Step]) -> Iterator[Step]:
    """The access that breaks the property is not a step where it does; it is one where it does no harm."""
    if violation.property not in (Property.MEMORY, Property.LOCK):
        return
    number = sum(step.thread == violation.thread for step in here)
    own = [step for step in there if step.thread == violation.thread]
    if number < len(own) and own[number].loc == violation.loc:
        yield replace(own[number], sees=(), place=_broken_place(violation, here, own[number].place))


def _broken_place(violation: Violation, here: Sequence[Step], place: str) -> str:
    """Heap objects may have other names there."""
    if "heap#" not in place:
        return place
    freed = {(item.thread, item.loc) for item in violation.related if item.what == "freed"}
    ended = (step for step in here if step.kind is StepKind.FREE and (step.thread, step.loc) in freed)
    return next((step.place for step in ended), "")


class _Counterparts:
    """The steps of one execution in another one: what a thread does at a position for the n-th time, it does
    there for the n-th time, too, in the same place."""

    def __init__(self, there: Sequence[Step], here: Sequence[Step]) -> None:
        self._there = there
        self._here = here
        self._keys = _ordinals(here)
        self._numbers = {key: number for number, key in enumerate(_ordinals(there))}

    def number(self, here: int) -> int | None:
        found = self._numbers.get(self._keys[here])
        return found if found is not None and _same(self._there[found], self._here[here]) else None

    def comes_after(self, here: int, other: int | None) -> bool:
        """Later than step `other` there; or the process ends before the thread reaches it."""
        found = self.number(here)
        is_never = self._keys[here] not in self._numbers
        return is_never or (found is not None and other is not None and other < found)


def _same(one: Step, other: Step) -> bool:
    """They do it in the same place; heap objects may have other names."""
    is_heap = "heap#" in one.place and "heap#" in other.place
    return is_heap or one.place == other.place


def _ordinals(steps: Sequence[Step]) -> list[_Key]:
    """What its thread does in each step, and for which time."""
    counts: Counter[tuple[int, StepKind, Loc, str]] = Counter()
    found = []
    for step in steps:
        key = (step.thread, step.kind, step.loc, step.call)
        found.append((*key, counts[key]))
        counts[key] += 1
    return found


def _meet(steps: Sequence[Step], earlier: int, later: int) -> bool:
    """What the second does depends on the first, and not only because both take the same lock."""
    one, other = steps[earlier], steps[later]
    if one.call in _LOCK_CALLS or other.call in _LOCK_CALLS:
        return False
    return one.thread != other.thread and (earlier in other.sees or _conflict(one, other))


def _conflict(one: Step, other: Step) -> bool:
    return any(
        a.owner == b.owner and _are_ordered(a.kind, a.place, b.kind, b.place)
        for a in _accessed(one)
        for b in _accessed(other)
    )


def _are_ordered(kind: StepKind, place: str, other_kind: StepKind, other: str) -> bool:
    """Two accesses of one place, unless both read; the end of an object, and an access to a part of it."""
    if StepKind.FREE in (kind, other_kind):
        return _is_part(place, other) if other_kind is StepKind.FREE else _is_part(other, place)
    return place == other and StepKind.WRITE in (kind, other_kind)


def _is_part(place: str, whole: str) -> bool:
    return place == whole or place.startswith((f"{whole}.", f"{whole}["))


def own_name(step: Step) -> str:
    """Of the place, as the thread to which it belongs has it."""
    return step.place.removesuffix(f" of thread {step.owner}")


def _accessed(step: Step) -> Iterator[Effect]:
    is_access = step.kind in _ACCESSES and not step.call
    if step.place and not step.place.startswith(OWN) and (is_access or step.kind is StepKind.FREE):
        yield Effect(step.kind, own_name(step), "", owner=step.owner)
    yield from (effect for effect in step.effects if not effect.place.startswith(OWN))

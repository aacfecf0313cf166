"""A trace as rows for people to read: what a thread did at one line of the text, in words. Iterations of a
loop that do the same are folded into one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field, replace

from unthread.core.records import dataclass
from unthread.core.source import Loc, is_own
from unthread.core.trace import Effect, InputValue, Step, StepKind, Trace
from unthread.program.library import OWN, SIGNALS, WAITS_AT_CONDITIONS, is_users
from unthread.results.words import call_text, input_text, is_declined, line_of, started_thread, thread_name

_LEAST_REPEATS = 3  # that are folded
_LONGEST_PERIOD = 12  # rows of a loop's body
_LONG_LINE = 72  # characters


@dataclass(frozen=True, slots=True)
class RowItem:
    """One thing that happened: an access of a `place`, or whatever `words` say."""

    words: str = ""
    place: str = ""
    value: str = ""
    before: str = ""
    writes: bool = False
    is_atomic: bool = False
    varies: bool = False  # it stands for several, with other values; `before` is from the first

    def __str__(self) -> str:
        if not self.place:
            return self.words
        if not self.writes:
            value = f"{self.before} ... {self.value}" if self.varies else self.value
            return f"{self.place} is {value}" if self.value else f"reads {self.place}"
        if self.varies and self.before == self.value:
            return f"{self.place}: {self.before} -> ... -> {self.value}"
        if self.before and self.before != self.value:
            return f"{self.place}: {self.before} -> {self.value}"
        return f"{self.place} = {self.value}" if self.value else f"writes {self.place}"


@dataclass(frozen=True, slots=True)
class Row:
    """What a thread did at a line, beginning with step `number` (from 1). `loc` is None where there is no
    text of the user's. `times`: how many iterations the row stands for."""

    number: int
    thread: int
    loc: Loc | None
    depth: int
    items: tuple[RowItem, ...] = ()
    times: int = 1
    seen: frozenset[tuple[int, str]] = field(default=frozenset(), compare=False)  # columns, and what is done

    @property
    def line(self) -> tuple[str, int] | None:
        return (self.loc.file, self.loc.line) if self.loc else None


def rows_of(trace: Trace) -> list[Row]:
    """All rows in order, not folded. What the library does on its own, before a thread's first line and after
    its last, has none."""
    rows: list[Row] = []
    for row in _single(trace):
        last = rows[-1] if rows else None
        if last and _joins(last, row, trace):
            rows[-1] = replace(last, items=_merged((*last.items, *row.items)), seen=last.seen | row.seen)
        else:
            rows.append(row)
    return rows


def _joins(last: Row, row: Row, trace: Trace) -> bool:
    """They are about the same line of text, and one row can tell it all: the line is not long, and nothing in
    it is done a second time."""
    if last.loc is None or row.loc is None or not last.seen.isdisjoint(row.seen):
        return False
    is_long = len(line_of(trace, row.loc).strip()) > _LONG_LINE and last.loc.column != row.loc.column
    return (last.thread, last.line, last.depth) == (row.thread, row.line, row.depth) and not is_long


def _single(trace: Trace) -> Iterator[Row]:
    """A row for each step, and for each input."""
    inputs = [value for value in trace.inputs if _is_told(value)]
    end = last_of_threads(trace)
    for number, step in enumerate(trace.steps):
        if number > end and not step.note:
            continue
        while inputs and inputs[0].step <= number:
            yield _input_row(inputs.pop(0))
        items = tuple(_items(step, trace))
        if items:
            loc = None if is_own(step.loc) else step.loc
            seen = frozenset({(step.loc.column, step.place + step.kind)} if not step.call else ())
            yield Row(number + 1, step.thread, loc, step.depth, items, seen=seen)
    yield from map(_input_row, inputs)


def last_of_threads(trace: Trace) -> int:
    """Where operations are compared with sequential runs, what comes after this step are those runs."""
    count = len(trace.steps)
    if trace.source.linearizable is None:
        return count
    return max((number for number, step in enumerate(trace.steps) if step.thread), default=count)


def _is_told(value: InputValue) -> bool:
    """Whether a thread waits in a loop of its own, or whom a condition variable wakes, the steps tell."""
    return not is_declined(value) and value.call not in SIGNALS | WAITS_AT_CONDITIONS


def _input_row(value: InputValue) -> Row:
    loc = None if is_own(value.loc) else value.loc
    return Row(value.step + 1, value.thread, loc, value.depth, (RowItem(input_text(value)),))


def _items(step: Step, trace: Trace) -> Iterator[RowItem]:
    """Nothing for what users need not know of."""
    if step.kind is StepKind.END:
        yield RowItem(step.note or "the thread ends")
    elif is_own(step.loc) or (step.place.startswith(OWN) and not step.call):
        return
    elif born := started_thread(step):
        yield RowItem(f"starts {thread_name(trace, born)}")
    elif step.call:
        yield RowItem(step.note or call_text(step, trace))
    elif step.kind in (StepKind.READ, StepKind.WRITE):
        yield _access(step.kind, step.place, step.value, step.before)
    elif step.kind is StepKind.WAIT:
        yield RowItem("waits no longer")
    elif step.kind is StepKind.FREE:
        yield RowItem(step.note or f"frees {step.place}")
    elif step.kind is StepKind.SECTION:
        found = [effect for effect in step.effects if not effect.place.startswith(OWN)]
        yield from map(_effect, found) if found else [RowItem("atomic")] * is_users(step.loc.function)
    else:
        yield RowItem("")


def _access(kind: StepKind, place: str, value: str, before: str) -> RowItem:
    return RowItem("", place, value, before, kind is StepKind.WRITE)


def _effect(effect: Effect) -> RowItem:
    return replace(_access(effect.kind, effect.place, effect.value, effect.before), is_atomic=True)


def _merged(items: Sequence[RowItem]) -> tuple[RowItem, ...]:
    """A place that is read and then written is changed; what a library function does in several steps is one
    thing."""
    found: list[RowItem] = []
    for item in items:
        last = next((old for old in reversed(found) if item.place and old.place == item.place), None)
        if item in found and not item.writes:
            continue
        if last and item.writes and not last.writes:
            found.remove(last)
            item = replace(item, before=item.before or last.value)
        found.append(item)
    return tuple(item for item in found if not _is_implied(item, found))


def _is_implied(item: RowItem, others: Sequence[RowItem]) -> bool:
    """A pointer is read on the way to what it points to, whose name says where that is."""
    if not item.place or item.writes or not item.value.startswith("heap#"):
        return False
    return any(other.place.startswith((f"{item.value}.", f"{item.value}[")) for other in others)


# Folding


def folded(rows: Sequence[Row]) -> list[Row]:
    """Iterations of a loop that do the same, at least three of them, become the rows of one: with the value
    before the first, and after the last."""
    result: list[Row] = []
    at = 0
    while at < len(rows):
        period, times = _repeats(rows, at)
        if times < _LEAST_REPEATS:
            result.append(rows[at])
            at += 1
            continue
        for place in range(at, at + period):
            same = rows[place : place + period * times : period]
            result.append(_folded(same[:times]))
        at += period * times
    return result


def _repeats(rows: Sequence[Row], at: int) -> tuple[int, int]:
    """How many rows repeat from here on, and how often; the shortest period that covers most."""
    best = (1, 1)
    for period in range(1, min(_LONGEST_PERIOD, (len(rows) - at) // _LEAST_REPEATS) + 1):
        times = 1
        while _alike(rows, at, at + period * times, period):
            times += 1
        if times >= _LEAST_REPEATS and period * times > best[0] * best[1]:
            best = (period, times)
    return best


def _alike(rows: Sequence[Row], one: int, other: int, count: int) -> bool:
    if other + count > len(rows):
        return False
    return all(_shape(rows[one + n]) == _shape(rows[other + n]) for n in range(count))


def _shape(row: Row) -> tuple[object, ...]:
    """What is done, whatever the values are."""
    return row.thread, row.line, row.depth, tuple((i.words, i.place, i.writes) for i in row.items)


def _folded(rows: Sequence[Row]) -> Row:
    items = tuple(map(_as_one, zip(*(row.items for row in rows), strict=True)))
    return replace(rows[0], items=items, times=len(rows))


def _as_one(items: Sequence[RowItem]) -> RowItem:
    """The same in each iteration, apart from the values."""
    first, last = items[0], items[-1]
    varies = any(item.value != last.value for item in items)
    before = first.before if last.writes else first.value if varies else last.before
    return replace(last, before=before, varies=varies)

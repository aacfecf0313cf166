"""Who holds which lock from which step to which, as far as the steps of a trace tell.

A step that takes a lock and the one that gives it back are steps of one thread, the second of which sees the
first; a step that takes a lock sees the one that gave it back before. Held at the end are the locks that the
violation's participants hold, and those taken by calls that cannot fail. What is not known is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from unthread.core.records import dataclass
from unthread.core.trace import Step, StepKind, Trace
from unthread.program.library import LOCKING, TAKES, TIMED_OUT, TRIES, Lock
from unthread.reports.html.texts import Texts
from unthread.reports.html.words import arguments_of, call_text

_PATIENT = frozenset(name for name, (kind, _) in TAKES.items() if kind is Lock.RWLOCK) - {*TRIES, *TIMED_OUT}


@dataclass(frozen=True, slots=True)
class Bar:
    """The thread holds the lock from one step to another; to None, up to the end."""

    lock: str
    thread: int
    first: int
    last: int | None


@dataclass(frozen=True, slots=True)
class _Taken:
    """The step `number` took the lock, which has that number among those that were seen first."""

    number: int
    step: Step
    lock: int


def bars(trace: Trace, texts: Texts) -> list[Bar]:
    reader = _Reader(trace)
    closed = [*reader.read()]
    names = _names(trace, texts, reader)
    found = [Bar(names[item.lock], item.step.thread, item.number, last) for item, last in closed]
    found += [
        Bar(names[item.lock], item.step.thread, item.number, None)
        for item in reader.held.values()
        if _is_surely_held(item, trace)
    ]
    return sorted(found, key=lambda bar: bar.first)


class _Reader:
    """Goes through the steps once. `held` is what is taken and not given back yet."""

    def __init__(self, trace: Trace) -> None:
        self._trace = trace
        self.held: dict[int, _Taken] = {}
        self.all: list[_Taken] = []
        self._last: dict[int, int] = {}  # step of each thread
        self._lock_of: dict[int, int] = {}  # by the steps that took it or gave it back

    def read(self) -> Iterator[tuple[_Taken, int]]:
        """What was taken, with the step that gave it back."""
        for number, step in enumerate(self._trace.steps):
            if step.kind is StepKind.SECTION:
                if (taken := self._given_back(step)) is not None:
                    del self.held[taken.number]
                    self._lock_of[number] = taken.lock
                    yield taken, number
                elif step.call in TAKES and not self._fails(step):
                    self._take(number, step)
            self._last[step.thread] = number

    def _given_back(self, step: Step) -> _Taken | None:
        """An unlock, or the beginning of a wait for a condition, sees the step that took the lock."""
        own = [item for item in self.held.values() if item.step.thread == step.thread]
        if "unlock" not in step.call and "wait" not in step.call:
            return None
        seen = [item for item in own if item.number in step.sees]
        if not seen and "rwlock_unlock" in step.call:  # readers change what other readers have written
            readers = [item for item in own if TAKES[item.step.call][0] is Lock.RWLOCK]
            seen = readers if len(readers) == 1 else []
        return seen[-1] if seen else None

    def _fails(self, step: Step) -> bool:
        """Somebody holds the lock already, and is seen to do so. Readers of a read-write lock share it."""
        shares = TAKES[step.call][0] is Lock.RWLOCK and step.call in _PATIENT
        return not shares and any(number in self.held for number in step.sees)

    def _take(self, number: int, step: Step) -> None:
        known = [self._lock_of[seen] for seen in step.sees if seen in self._lock_of]
        lock = known[-1] if known else number
        self._lock_of[number] = lock
        self._forget_waiting(step)
        self.held[number] = _Taken(number, step, lock)
        self.all.append(self.held[number])

    def _forget_waiting(self, step: Step) -> None:
        """What the same call seemed to take in the step before only was the beginning of a wait."""
        last = self._last.get(step.thread)
        if last in self.held and (self.held[last].step.call, self.held[last].step.loc) == (
            step.call,
            step.loc,
        ):
            self.all.remove(self.held.pop(last))


def _is_surely_held(item: _Taken, trace: Trace) -> bool:
    parts = [part for part in trace.violation.participants if part.thread == item.step.thread]
    if parts:
        return any(held.loc == item.step.loc for part in parts for held in part.holds)
    return LOCKING.get(item.step.call, 0) > 0


def _names(trace: Trace, texts: Texts, reader: _Reader) -> dict[int, str]:
    """Of the locks: as the participants call them, else as the program's text does where they are taken."""
    names: dict[int, str] = {}
    for item in reader.all:
        line = texts.line(item.step.loc.file, item.step.loc.line)
        names.setdefault(item.lock, _argument(item.step, line))
    for part in trace.violation.participants:
        for held in part.holds:
            for item in reader.held.values():
                if (item.step.thread, item.step.loc) == (part.thread, held.loc):
                    names[item.lock] = held.lock
    return _distinct(names)


def _distinct(names: dict[int, str]) -> dict[int, str]:
    """Two locks that the text calls by one name get numbers."""
    seen: Counter[str] = Counter()
    found = {}
    for lock, name in names.items():
        seen[name] += 1
        found[lock] = name if seen[name] == 1 else f"{name} #{seen[name]}"
    return found


def _argument(step: Step, line: str) -> str:
    arguments = arguments_of(call_text(line, step.loc.column, step.call))
    number = TAKES[step.call][1]
    return (arguments[number] if number < len(arguments) else "").removeprefix("&") or "a lock"

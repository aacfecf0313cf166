"""Traces made by hand, for what shows them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from unthread.core.properties import Held, Participant, Property, Violation
from unthread.core.source import Loc, Source
from unthread.core.trace import Slice, Start, Step, StepKind, Trace

FILE = "made.c"


def at(line: int, function: str = "work", file: str = FILE) -> Loc:
    return Loc(file, line, 5, function)


def call(thread: int, name: str, line: int, *sees: int, value: str = "") -> Step:
    """A step of a library function."""
    return Step(thread, at(line), StepKind.SECTION, name, value, name, sees=sees)


def under(step: Step, *locks: str) -> Step:
    """The step, with the locks that its thread holds before it."""
    return replace(step, holds=locks)


def read(thread: int, place: str, value: str, line: int, *sees: int, text: str = "") -> Step:
    return Step(thread, at(line), StepKind.READ, place, value, text=text, sees=sees)


def write(thread: int, place: str, before: str, value: str, line: int) -> Step:
    return Step(thread, at(line), StepKind.WRITE, place, value, before=before)


def made(
    steps: Iterable[Step],
    violation: Violation | None = None,
    lines: dict[int, str] | None = None,
    threads: tuple[str, ...] = ("main", "work", "work"),
    file: str = FILE,
) -> Trace:
    """A trace with these steps, which end in a failed assertion of thread 1 unless a violation is given."""
    steps = tuple(steps)
    failed = Violation(Property.REACH, "assertion violated: x == 2", 1, at(9, file=file))
    starts = (None, *(Start(0, 0, at(3, "main", file)) for _ in threads[1:]))
    return Trace(
        Source((Path(file),)),
        ("",),
        frozenset({Property.REACH}),
        violation or failed,
        schedule_of(steps, (violation or failed).thread),
        (),
        steps,
        threads,
        "0",
        starts,
        lines={file: lines or {}},
    )


def schedule_of(steps: Iterable[Step], last: int) -> tuple[Slice, ...]:
    """Who takes how many steps, and the one that breaks the property."""
    found: list[Slice] = []
    for thread in (*(step.thread for step in steps), last):
        if found and found[-1].thread == thread:
            found[-1] = Slice(thread, found[-1].steps + 1)
        else:
            found.append(Slice(thread, 1))
    return tuple(found)


def holding(thread: int, *locks: tuple[str, int]) -> Participant:
    """A thread that holds locks, each taken in a line."""
    return Participant(
        thread, "work", at(9), holds=tuple(Held(name, "mutex", at(line)) for name, line in locks)
    )


def long_trace(count: int) -> Trace:
    """Three threads, a lock, and as many steps."""
    steps: list[Step] = []
    for number in range(count):
        thread = 1 + number // 7 % 2
        place = f"cells[{number % 40}]"
        if number % 3:
            steps.append(write(thread, place, str(number - 40), str(number), 10 + number % 30))
        else:
            seen = (number - 40,) if number > 40 and (number - 40) % 3 else ()
            steps.append(read(thread, place, str(number - 40), 10 + number % 30, *seen))
    lines = {number: f"    cells[{number}] = value;" for number in range(1, 60)}
    return made(steps, lines=lines)

"""A trace with something of everything, and the fields of documents."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from unthread.core.properties import Frame, Property, Violation
from unthread.core.source import DataModel, Loc, Source
from unthread.core.trace import Effect, InputValue, Slice, Step, StepKind, Trace

HERE = Loc("a.c", 3, 7, "main")
TRACE = Trace(
    Source((Path("a.c"), Path("b \udcff.c")), ("-Iinclude", "-DN=1"), DataModel.M32, True),
    ("00ff", "ff00"),
    frozenset({Property.REACH, Property.ARITH}),
    Violation(Property.REACH, "assertion violated: x", 1, HERE, (Frame("main", HERE),)),
    (Slice(0, 3), Slice(1, 2)),
    (InputValue(0, "n", HERE, -1, "int", 1), InputValue(1, "d", HERE, "0x1.8p+0", "double", 1)),
    (
        Step(0, HERE, StepKind.SECTION, "pthread_create", "thread 1", "pthread_create"),
        Step(0, HERE, StepKind.SECTION, effects=(Effect(StepKind.WRITE, "x", "1"),)),
    ),
    ("main", "work"),
    "0.1",
)


def paths(content: Any, before: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where every field of the document stands."""
    if not isinstance(content, dict | list):
        return
    for key, value in content.items() if isinstance(content, dict) else enumerate(content):
        if isinstance(key, str):
            yield (*before, key)
        yield from paths(value, (*before, key))


def name_of(path: tuple[str | int, ...]) -> str:
    return "$" + "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)

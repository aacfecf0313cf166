"""Tools that are not here, and a text for them.

A fake behaves as the documentation of its tool says: a shell script that notes what it was called with and
prints what such a tool prints. No output here is a recording of the real one.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from unthread.backends.base import ToolTask, ToolViolation
from unthread.backends.witness import witness_of
from unthread.core.bounds import Bound
from unthread.core.process import Limits
from unthread.core.properties import Property
from unthread.core.source import DataModel, Loc
from unthread.core.trace import InputValue, Mark, StepKind
from unthread.program.types import INT
from unthread.sequentialize.c.dialects import preamble
from unthread.sequentialize.emitted import (
    ClaimOrigin,
    CutOrigin,
    Dialect,
    Emitted,
    GapOrigin,
    InputOrigin,
    Origin,
    PointOrigin,
    Schema,
)

WORDS = ("assume", "ASSERT", "CUT", "GAP", "END", "NOTE", "nondet_int")
BODY: tuple[tuple[str, tuple[Origin, ...]], ...] = (
    ("static int n, x;", ()),
    ("int main(void)", ()),
    ("{", ()),
    ("    n = nondet_int();", (InputOrigin(0, "n", Loc("a.c", 3, 5), INT, "n"),)),
    ("    NOTE(1)", (PointOrigin(0, Loc("a.c", 4, 5), StepKind.WRITE),)),
    ("    x = n;", ()),
    (
        '    if (n == 5) CUT("a loop");',
        (CutOrigin("more than 1 iteration of the loop", Loc("a.c", 5, 5), Bound.UNWIND),),
    ),
    ('    if (n == 6) GAP("a thing");', (GapOrigin("a thing", Loc("a.c", 6, 5)),)),
    ("    NOTE(2)", (PointOrigin(1, Loc("a.c", 7, 5), StepKind.READ),)),
    ('    ASSERT(x != -3, "x");', (ClaimOrigin(1, Property.REACH, "x", Loc("a.c", 8, 5)),)),
    ("    return 0;", ()),
    ("}", ()),
)


def text(
    dialect: Dialect, schema: Schema = Schema.LAZY, *, claim: str = "x != -3", more: str = ""
) -> Emitted:
    """A program that fails for n == -3, with a bound too small for n == 5, and a gap for n == 6."""
    lines = list(preamble(dialect, WORDS))
    origins: dict[int, tuple[Origin, ...]] = {}
    for line, found in BODY:
        if more and line == "    return 0;":
            lines.append(more)
        lines.append(line.replace("x != -3", claim))
        if found:
            origins[len(lines)] = found
    return Emitted("\n".join(lines) + "\n", origins, schema, dialect, DataModel.M64)


def line_with(emitted: Emitted, part: str) -> int:
    return 1 + next(i for i, line in enumerate(emitted.text.split("\n")) if part in line and "#" not in line)


def task(emitted: Emitted, **more: object) -> ToolTask:
    return ToolTask(emitted, Limits(60, 4 << 30), **more)  # type: ignore[arg-type]


class Fakes:
    """A directory of programs, before all others on the PATH."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory

    def add(self, name: str, answer: str, version: str = "fake 99.1") -> None:
        """`answer`: what the script does when it is not asked for its version."""
        program = self.directory / name
        program.write_text(
            "#!/bin/sh\n"
            f'case "$*" in --version|-version) echo "{version}"; exit 0;; esac\n'
            f'echo "$*" >> "{self.directory}/{name}.called"\n'
            f"{answer}\n"
        )
        program.chmod(0o755)

    def calls(self, name: str) -> list[str]:
        """The arguments of each call."""
        file = self.directory / f"{name}.called"
        return file.read_text().splitlines() if file.exists() else []


FakesMaker = Callable[[], Fakes]


@pytest.fixture
def fakes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fakes:
    directory = tmp_path / "bin"
    directory.mkdir()
    monkeypatch.setenv("PATH", f"{directory}:/usr/bin:/bin")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return Fakes(directory)


MARKS = (Mark(0, Loc("a.c", 4, 5), StepKind.WRITE), Mark(1, Loc("a.c", 7, 5), StepKind.READ))
INPUTS = (InputValue(0, "n", Loc("a.c", 3, 5), -3),)


def assert_shown(emitted: Emitted, answer: object) -> None:
    """The one violation of the text, with the way there."""
    assert isinstance(answer, ToolViolation)
    witness = witness_of(emitted, answer)
    assert witness is not None
    assert witness.violation.loc == Loc("a.c", 8, 5)
    assert (witness.marks, witness.inputs) == (MARKS, INPUTS)

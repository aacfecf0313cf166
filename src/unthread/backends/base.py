"""What a backend is: sequential C text goes in, an `Answer` comes out.

`ExternalTool` is the part that all external ones have in common: where the program is, its version, running
it. A backend adds its command line and how its output is read, each from the tool's own documentation.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TypeAlias

from unthread.core.diagnostics import UsageError
from unthread.core.process import End, Limits, Log, Ran, run_tool
from unthread.core.records import dataclass
from unthread.core.source import DataModel
from unthread.sequentialize.emitted import CutOrigin, Dialect, Emitted, GapOrigin, Schema

LOOP_FREE = (Schema.LAZY, Schema.LAZY_PRUNED)  # but for the rounds, whose number is written there
_VERSION_SECONDS = 60.0
_DO_NOT_START = (126, 127)  # what shells say
_SHORT_OF_MEMORY = re.compile(
    r"out of memory|bad_alloc|OutOfMemoryError|cannot allocate memory", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class ToolStep:
    """One step of a tool's counterexample, in order: `variable` gets a value on that line of the text. The
    value is the bits of it, as a number; None if the tool does not say."""

    line: int
    variable: str | None = None
    value: int | None = None


@dataclass(frozen=True, slots=True)
class NoViolation:
    """No assertion of the text fails. `reached`: the lines of bounds that are too small, None if the tool
    does not look for them. `gaps`: the lines of what is not modelled and can be reached. `is_bounded`: the
    tool itself has followed loops of the text only so far."""

    reached: frozenset[int] | None
    gaps: frozenset[int] = frozenset()
    is_bounded: bool = False


@dataclass(frozen=True, slots=True)
class ToolViolation:
    """An assertion fails, in `failed_line` if the tool says where. `events` is None if the tool shows no
    counterexample that can be read."""

    events: tuple[ToolStep, ...] | None
    failed_line: int | None


@dataclass(frozen=True, slots=True)
class GaveUp:
    """`tail`: the last lines that the tool printed."""

    reason: str
    tail: tuple[str, ...] = ()
    is_over_time: bool = False


Answer: TypeAlias = NoViolation | ToolViolation | GaveUp


@dataclass(frozen=True, slots=True)
class ToolTask:
    """What a tool is to do, and how. `unwind`: how many iterations it makes in the loops of the text, if it
    has to be told; where the rounds are the only loop, often enough for all of them. `solver` and `options`
    are the user's, for the tool."""

    emitted: Emitted
    limits: Limits
    unwind: int = 2
    solver: str = ""
    options: tuple[str, ...] = ()
    log: Log | None = None

    @property
    def bits(self) -> int:
        return 32 if self.emitted.data_model is DataModel.M32 else 64


class ExternalTool(ABC):
    """An external checker. `schemas`: those it can work on, its favorite first. `get`: where to find it."""

    name: str
    program: str
    dialect: Dialect
    schemas = tuple(Schema)
    get: str
    oldest: tuple[int, ...] = ()
    solvers: tuple[str, ...] = ()  # names for --solver; empty: there is no choice
    version_flag = "--version"
    version_pattern = r"(\d+(?:\.\d+)+\S*)"
    is_memory_limited = True
    is_option_last = True  # the user's options come after all others; if not, `command` has them
    needs_unwind = False  # the tool follows loops only as often as an option says

    # What a backend adds

    @abstractmethod
    def command(self, file: Path, task: ToolTask) -> list[str]:
        """After the program's name."""

    @abstractmethod
    def read(self, ran: Ran, task: ToolTask, directory: Path) -> Answer:
        """Of a tool that has come to its end."""

    def prepare(self, text: str) -> str:
        """The text for this tool; what is added comes after it, so that lines keep their numbers."""
        return text

    # What they have in common

    def place(self) -> str | None:
        """The program: what the environment says, or the one of the PATH."""
        return os.environ.get(self.variable) or shutil.which(self.program)

    @property
    def variable(self) -> str:
        """In the environment, for a program of another name or place."""
        return f"UNTHREAD_{self.name.upper().replace('-', '_')}"

    def version(self) -> str | None:
        """None: it is not installed. Empty: it does not say."""
        place = self.place()
        return None if place is None else _version(place, self.version_flag, self.version_pattern)

    def trouble(self) -> str:
        """Why it cannot be used here; empty if it can."""
        version = self.version()
        if version is None:
            return f"{self.name} is not installed: {self.get}"
        if self.oldest and version and numbers_of(version) < self.oldest:
            oldest = ".".join(map(str, self.oldest))
            return f"{self.name} {version} is too old: {oldest} or newer is needed ({self.get})"
        return ""

    def check_solver(self, solver: str) -> None:
        if not solver or solver in self.solvers:
            return
        if not self.solvers:
            raise UsageError(f"--solver: {self.name} has no choice of solvers")
        raise UsageError(f"--solver: '{solver}' is not one of {', '.join(self.solvers)}")

    def solve(self, task: ToolTask) -> Answer:
        trouble = self.trouble()
        if trouble:
            return GaveUp(trouble)
        self.check_solver(task.solver)
        with tempfile.TemporaryDirectory(prefix="unthread-") as name:
            directory = Path(name)
            file = directory / "sequential.c"
            file.write_text(self.prepare(task.emitted.text), encoding="utf-8", errors="surrogateescape")
            return self.work(file, task, directory)

    def work(self, file: Path, task: ToolTask, directory: Path) -> Answer:
        """For most tools, one command and what it prints."""
        ran = self.run(self.command(file, task), task, directory)
        return self.gave_up(ran, task) or self.read(ran, task, directory)

    def run(self, arguments: Sequence[str], task: ToolTask, directory: Path) -> Ran:
        place = self.place()
        assert place is not None, "somebody has looked whether it is there"
        return run_tool(
            [place, *arguments, *(task.options if self.is_option_last else ())],
            directory,
            task.limits,
            log=task.log,
            is_memory_limited=self.is_memory_limited,
        )

    def gave_up(self, ran: Ran, task: ToolTask) -> GaveUp | None:
        """The tool has not come to an end of its own."""
        match ran.end:
            case End.DONE if ran.status < 0:
                return GaveUp(f"{self.name} was killed by signal {-ran.status}{_why(ran, task)}", ran.tail())
            case End.DONE:
                return None
            case End.TIMED_OUT:
                return GaveUp("time limit reached", ran.tail(), is_over_time=True)
            case End.TOO_LOUD:
                return GaveUp(f"{self.name} printed too much output", ran.tail())

    def not_understood(self, ran: Ran, task: ToolTask) -> GaveUp:
        if _SHORT_OF_MEMORY.search(ran.stdout[-100_000:] + ran.stderr[-100_000:]):
            return GaveUp(f"{self.name} is out of memory (the limit is {_megabytes(task)} MB)", ran.tail())
        return GaveUp(f"{self.name} exited with status {ran.status} without a known answer", ran.tail())


def _why(ran: Ran, task: ToolTask) -> str:
    if ran.status in (-6, -11) or _SHORT_OF_MEMORY.search(ran.stderr[-100_000:]):
        return f", perhaps out of memory (the limit is {_megabytes(task)} MB)"
    return ""


def _megabytes(task: ToolTask) -> int:
    return task.limits.memory >> 20


@cache
def _version(place: str, flag: str, pattern: str) -> str | None:
    try:
        done = subprocess.run(
            [place, *flag.split()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=_VERSION_SECONDS,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = re.search(pattern, done.stdout.decode(errors="replace"))
    if found is None:
        return None if done.returncode in _DO_NOT_START else ""
    return found[1]


def numbers_of(version: str) -> tuple[int, ...]:
    """The leading numbers, to be compared."""
    found = re.match(r"\d+(?:\.\d+)*", version)
    return tuple(map(int, found[0].split("."))) if found else ()


def cut_lines(emitted: Emitted) -> frozenset[int]:
    return _lines(emitted, CutOrigin)


def gap_lines(emitted: Emitted) -> frozenset[int]:
    return _lines(emitted, GapOrigin)


def _lines(emitted: Emitted, kind: type[CutOrigin] | type[GapOrigin]) -> frozenset[int]:
    return frozenset(
        line for line, origins in emitted.origins.items() if any(isinstance(o, kind) for o in origins)
    )

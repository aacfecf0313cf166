"""What happened in an execution: `Schedule`, `Step`, `Trace`; and what a backend claims: `Witness`."""

from __future__ import annotations

import re
from enum import StrEnum

from unthread.core.diagnostics import UsageError
from unthread.core.properties import Property, Violation
from unthread.core.records import dataclass
from unthread.core.source import Loc, Source


@dataclass(frozen=True, slots=True)
class Slice:
    """Thread `thread` runs for `steps` visible steps."""

    thread: int
    steps: int

    def __str__(self) -> str:
        return f"{self.thread}:{self.steps}"


Schedule = tuple[Slice, ...]


def parse_schedule(text: str) -> Schedule:
    """The schedule written as "0:3,1:2,0:5"."""
    slices = []
    for part in text.split(",") if text.strip() else ():
        found = re.fullmatch(r"\s*(\d{1,9})\s*:\s*(\d{1,18})\s*", part)
        if not found:
            raise UsageError(
                f"'{part.strip()}' is not a slice of a schedule",
                hint="a schedule is a list of THREAD:STEPS, such as 0:3,1:2,0:5",
            )
        slices.append(Slice(int(found[1]), int(found[2])))
    return tuple(slices)


def format_schedule(schedule: Schedule) -> str:
    return ",".join(map(str, schedule))


class StepKind(StrEnum):
    READ = "read"
    WRITE = "write"
    SECTION = "atomic"
    WAIT = "wait"
    SPAWN = "spawn"
    FREE = "free"
    PRINT = "print"
    END = "end"


@dataclass(frozen=True, slots=True)
class Step:
    """One visible step. `place` is what was read or written, `value` the value in it afterwards. `call` is
    the library function that the user called at this position, if the step is one of its own. `effects` of
    an atomic section of the user's: what it wrote or only read, the place, the value in it afterwards."""

    thread: int
    loc: Loc
    kind: StepKind
    place: str = ""
    value: str = ""
    call: str = ""
    effects: tuple[tuple[StepKind, str, str], ...] = ()

    def __str__(self) -> str:
        relation = {StepKind.READ: " is ", StepKind.WRITE: " = "}.get(self.kind, " ")
        what = f" {self.place}" + (f"{relation}{self.value}" if self.value else "") if self.place else ""
        function = f" in {self.loc.function}" if self.loc.function else ""
        return f"thread {self.thread}: {self.loc}{function}: {self.kind}{what}"


OFFER = "waits"  # the input of a thread that may wait in a loop of its own, or go round in it


@dataclass(frozen=True, slots=True)
class InputValue:
    """A value that the program did not compute, asked for by a thread at a position of the user's text.
    A number of a floating type is written as C's `%a` would. In a trace, `type` is the C type, and `step`
    says how many of the trace's steps came before."""

    thread: int
    name: str
    loc: Loc
    value: int | str
    type: str = ""
    step: int = 0


@dataclass(frozen=True, slots=True)
class Mark:
    """A visible step of a bounded program, by the position of the user's text it came from. `value` is
    what a plain read or write of an integer saw or left, None for everything else. `place` is the variable of
    a frame that ended."""

    thread: int
    loc: Loc
    kind: StepKind
    value: int | None = None
    place: str = ""


@dataclass(frozen=True, slots=True)
class Witness:
    """What a backend claims: these visible steps in this order, with these inputs, break a property.
    Between two marks of a thread, the program may take further steps that no other thread notices. In a data
    race, `rival` is the step of another thread that comes next when the violating thread comes to its own.
    `starts`, if they are known: the start routines by the number that the backend gives a thread."""

    violation: Violation
    marks: tuple[Mark, ...]
    inputs: tuple[InputValue, ...]
    rival: Mark | None = None
    starts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Trace:
    """An execution of the user's program that the interpreter has carried out, up to the violation.
    `digests` are those of the source's files, `threads` the start routines by number. The step that breaks
    the property is the last one of the schedule, and not among the `steps`. `tool` is the version of
    unthread."""

    source: Source
    digests: tuple[str, ...]
    properties: frozenset[Property]
    violation: Violation
    schedule: Schedule
    inputs: tuple[InputValue, ...]
    steps: tuple[Step, ...]
    threads: tuple[str, ...]
    tool: str

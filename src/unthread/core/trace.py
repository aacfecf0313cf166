"""What happened in an execution: `Schedule`, `Step`, `Trace`; and what a backend claims: `Witness`."""

from __future__ import annotations

import re
from dataclasses import field
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
class Effect:
    """What a step did to one place in memory. `before` is the value that a write replaced; `owner`: see
    `Step`."""

    kind: StepKind
    place: str
    value: str
    before: str = ""
    owner: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Step:
    """One visible step. `place` is what was read or written, `value` the value in it afterwards, `before` the
    value that a write replaced; `text` is the place as the user wrote it, where that says more. `call` is the
    library function that the user called at this position, if the step is one of its own, and `note` what
    that function did, in words. `effects` of an atomic section of the user's: what it wrote or only read.
    `depth` counts the calls of the user's functions that the thread is in, its start routine being 0.
    `sees`: the numbers of the earlier steps whose effect it sees: the writes that it reads, the unlock before
    a lock. `holds`: the locks that the thread held before it. For whoever compares, and not stored: `offset`,
    the byte of its object at which a read or write begins, and `owner`, the thread whose variable the object
    is: others have variables of the same name."""

    thread: int
    loc: Loc
    kind: StepKind
    place: str = ""
    value: str = ""
    call: str = ""
    effects: tuple[Effect, ...] = ()
    before: str = ""
    text: str = ""
    note: str = ""
    depth: int = 0
    sees: tuple[int, ...] = ()
    holds: tuple[str, ...] = ()
    offset: int | None = field(default=None, compare=False)
    owner: int | None = field(default=None, compare=False)

    def __str__(self) -> str:
        relation = {StepKind.READ: " is ", StepKind.WRITE: " = "}.get(self.kind, " ")
        what = f" {self.place}" + (f"{relation}{self.value}" if self.value else "") if self.place else ""
        function = f" in {self.loc.function}" if self.loc.function else ""
        return f"thread {self.thread}: {self.loc}{function}: {self.kind}{what}"


@dataclass(frozen=True, slots=True)
class Ahead:
    """What `main` executes before the search starts, and before the first step of a trace: so many steps and
    instructions, up to `loc`."""

    steps: int
    instructions: int
    loc: Loc


OFFER = "waits"  # the input of a thread that may wait in a loop of its own, or iterate


@dataclass(frozen=True, slots=True)
class InputValue:
    """A value that the program did not compute, asked for by a thread at a position of the user's text.
    A number of a floating type is written as C's `%a` would. In a trace, `type` is the C type, `step` says
    how many of the trace's steps came before, `call` which library function asks, and `depth` is as in a
    step."""

    thread: int
    name: str
    loc: Loc
    value: int | str
    type: str = ""
    step: int = 0
    call: str = ""
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Mark:
    """A visible step of a bounded program, by the position of the user's text it came from. `value` is
    what a plain read or write of an integer saw or left, None for everything else. `place` is the variable of
    a frame that ended. `offset`: the byte of its object at which a read or write begins, where that is
    known."""

    thread: int
    loc: Loc
    kind: StepKind
    value: int | None = None
    place: str = ""
    offset: int | None = None


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
class Start:
    """Where a thread was started: by which thread, in which step, at which position."""

    thread: int
    step: int
    loc: Loc


@dataclass(frozen=True, slots=True)
class HeapObject:
    """A heap object that the trace speaks of by `name` ("heap#1"): its type, as far as it is known, its size
    in bytes, who allocated it where, and who freed it."""

    name: str
    type: str
    size: int
    thread: int
    loc: Loc
    freed: tuple[int, Loc] | None = None


@dataclass(frozen=True, slots=True)
class Protection:
    """`holding` accesses of the place hold `lock`; the others are at `without`."""

    place: str
    lock: str
    holding: int
    without: tuple[tuple[int, Loc], ...]


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why an execution breaks the property. `essential`: the numbers of the slices (from 0) whose context
    switch cannot be left out. `passing` is the nearest schedule without the violation. `decisive`: two steps
    whose order decides, by number; `is_missing`: in the passing one, the first does not happen. `early`: a
    step that comes too early, and the access of another thread that comes first in the schedule that passes,
    and here not at all. `spurious`: the inputs, by number, that
    are wake-ups without which it does not happen. An explanation that is empty: no switch is essential."""

    essential: tuple[int, ...] = ()
    passing: Schedule = ()
    decisive: tuple[int, int] | None = None
    protection: Protection | None = None
    early: tuple[int, int, Loc] | None = None  # the step; the thread and the position of the other access
    spurious: tuple[int, ...] = ()
    is_missing: bool = False


@dataclass(frozen=True, slots=True)
class Trace:
    """An execution of the user's program that the interpreter has carried out, up to the violation.
    `digests` are those of the source's files, `threads` the start routines by number. The step that breaks
    the property is the last one of the schedule, and not among the `steps`. `tool` is the version of
    unthread. `starts`: where each thread was started; None for `main`. `lines` are those of the user's text
    that a report shows, by file and number, so that it can be made when the text is gone. `held`: the locks
    that each thread holds at the end. `ahead`: the schedule and the steps begin after that."""

    source: Source
    digests: tuple[str, ...]
    properties: frozenset[Property]
    violation: Violation
    schedule: Schedule
    inputs: tuple[InputValue, ...]
    steps: tuple[Step, ...]
    threads: tuple[str, ...]
    tool: str
    starts: tuple[Start | None, ...] = ()
    objects: tuple[HeapObject, ...] = ()
    lines: dict[str, dict[int, str]] = field(default_factory=dict, compare=False)
    explanation: Explanation | None = None
    held: tuple[tuple[str, ...], ...] = ()
    ahead: Ahead | None = None

"""What happened in an execution: `Slice`, `Schedule` and `Step`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from unthread.core.diagnostics import UsageError
from unthread.core.source import Loc


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
                f"'{part.strip()}' is no slice of a schedule",
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
    """One visible step. `place` is what was read or written, `value` the value in it afterwards."""

    thread: int
    loc: Loc
    kind: StepKind
    place: str = ""
    value: str = ""

    def __str__(self) -> str:
        relation = {StepKind.READ: " is ", StepKind.WRITE: " = "}.get(self.kind, " ")
        what = f" {self.place}" + (f"{relation}{self.value}" if self.value else "") if self.place else ""
        function = f" in {self.loc.function}" if self.loc.function else ""
        return f"thread {self.thread}: {self.loc}{function}: {self.kind}{what}"

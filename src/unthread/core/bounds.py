"""How far a program is followed: `Bounds`, and how they are spoken of."""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum
from pathlib import PurePath

from unthread.core.records import dataclass
from unthread.core.source import Loc

_COUNTED = 256  # iterations, where the number is known
_ALONE = 16_384  # the same while no other thread runs: nothing is interleaved with them


class Bound(StrEnum):
    UNWIND = "unwind"
    DEPTH = "depth"
    THREADS = "threads"


@dataclass(frozen=True, slots=True)
class Bounds:
    """`unwind`: how often the body of a loop runs, unless the number of iterations is known and at most
    `unwind_max`, or the loop is named in `unwind_loops` by file and line. `depth`: how often a function may
    be active at once in one thread. `threads`: how many are started with one
    start routine, besides the first."""

    unwind: int = 1
    unwind_loops: tuple[tuple[str, int, int], ...] = field(default=())
    unwind_max: int = _COUNTED
    depth: int = 3
    threads: int = 8

    @property
    def unwind_alone(self) -> int:
        """`unwind_max` for all loops together that begin before `main` has started a thread; what the user
        says holds there too."""
        return _ALONE if self.unwind_max == _COUNTED else self.unwind_max

    def named(self, loc: Loc) -> int | None:
        """The bound given for the loop at this place, if any."""
        for file, line, times in self.unwind_loops:
            if line == loc.line and PurePath(loc.file).match(file):
                return times
        return None


def several(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"

"""What unthread answers with: `Safe`, `Unsafe` or `Unknown`, with what was covered, and exit codes."""

from __future__ import annotations

from dataclasses import field
from enum import IntEnum
from typing import TypeAlias

from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.core.trace import Trace


class ExitCode(IntEnum):
    SAFE = 0
    UNSAFE = 10  # a property is violated
    UNKNOWN = 5  # a construct that is not modelled, or a limit was reached
    USAGE = 1  # wrong command line
    INPUT = 2  # unreadable or wrong input
    INTERNAL = 6  # a bug in unthread
    INTERRUPTED = 130  # Ctrl-C
    BROKEN_PIPE = 141  # nobody reads what is printed


@dataclass(frozen=True, slots=True)
class LoopCoverage:
    """A loop of the program: how often its body was followed, whether that is known to be all of it
    (`kind` says why), and whether an execution wants to go round once more."""

    loc: Loc
    function: str
    kind: str
    rounds: int
    wants_more: bool


@dataclass(frozen=True, slots=True)
class Effort:
    """What a search has taken so far, in CPU seconds: making bounded programs, making formulas of them,
    solving those; and how many terms the last formula has."""

    bounding: float
    encoding: float
    solving: float
    terms: int


@dataclass(frozen=True, slots=True)
class Coverage:
    """All executions within `bounds` and `rounds` were searched. `all_schedules`: more rounds would not
    add any. `reached` are the bounds that some execution runs into. `threads` are the start routines,
    main first; those that no execution starts are in `never_started`. `assumptions` were made on the way."""

    bounds: Bounds
    rounds: int
    all_schedules: bool
    reached: tuple[str, ...]
    threads: tuple[str, ...]
    never_started: tuple[str, ...]
    loops: tuple[LoopCoverage, ...]
    properties: frozenset[Property]
    assumptions: tuple[str, ...]
    effort: Effort | None = field(default=None, compare=False)

    @property
    def complete(self) -> bool:
        """No execution of the program was left out."""
        return self.all_schedules and not self.reached

    @property
    def taken_for_granted(self) -> tuple[str, ...]:
        """The assumptions, and what executions are taken not to do because nobody asked."""
        unasked = {
            Property.MEMORY: "no access to memory goes wrong (--property memory looks for that)",
            Property.ARITH: "nothing is divided by zero (--property arith looks for that)",
        }
        return (*self.assumptions, *(text for item, text in unasked.items() if item not in self.properties))


@dataclass(frozen=True, slots=True)
class Safe:
    """Nothing was found. `stopped` says what ended the search before it was complete, if anything did."""

    coverage: Coverage
    stopped: str = ""


@dataclass(frozen=True, slots=True)
class Unsafe:
    """Each trace was replayed by the interpreter. More than one only if all were asked for. `coverage` is
    what was searched before without finding anything; `effort` is also that of finding the last one, if the
    engine did."""

    traces: tuple[Trace, ...]
    coverage: Coverage | None
    effort: Effort | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Unknown:
    """`reason` says why, at a position if there is one; `coverage` what was searched before."""

    reason: str
    loc: Loc | None = None
    hint: str = ""
    coverage: Coverage | None = None


Verdict: TypeAlias = Safe | Unsafe | Unknown


def exit_code(verdict: Verdict) -> ExitCode:
    match verdict:
        case Safe():
            return ExitCode.SAFE
        case Unsafe():
            return ExitCode.UNSAFE
        case Unknown():
            return ExitCode.UNKNOWN

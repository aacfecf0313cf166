"""What unthread answers with: `Safe`, `NoBugFound`, `Unsafe` or `Unknown`, with what was covered.

`Safe` is a proof: nothing that was asked for can happen in any execution. `NoBugFound` says that nothing was
found within limits that are named: bounds, or what surrounds a program. Whatever else was left out, because
unthread does not model it or cannot tell, makes the answer `Unknown`.
"""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum
from typing import TypeAlias

from unthread.core.bounds import Bound, Bounds
from unthread.core.exit_codes import ExitCode
from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.core.trace import Ahead, Trace

EXECUTED = "executed"  # a loop that is over when the search starts: its iterations are not counted


@dataclass(frozen=True, slots=True)
class LoopCoverage:
    """A loop of the program: how often its body was followed, whether that is known to be all of it
    (`kind` says why), and whether an execution needs another iteration."""

    loc: Loc
    function: str
    kind: str
    times: int
    wants_more: bool


@dataclass(frozen=True, slots=True)
class Effort:
    """What a search has taken so far, in CPU seconds: making bounded programs, making formulas of them,
    solving those; and how many terms the last formula has."""

    bounding: float
    encoding: float
    solving: float
    terms: int


class Cause(StrEnum):
    """Why executions were left out."""

    BOUND = "bound"  # larger bounds would include them
    ENVIRONMENT = "environment"  # what surrounds the program is fixed: arguments, signals, addresses, orders
    ENDED = "ended"  # they violate a property that was not asked for, and were not followed any further
    BLOCKED = "blocked"  # no execution gets past a call that waits: what comes after it was never executed
    VACUOUS = "vacuous"  # the same of an assumption
    ACCEPTED = "accepted"  # the user knows of a violation there, and wants to hear of others
    GAP = "gap"  # unthread does not model something, or cannot tell


_WITHIN_LIMITS = (Cause.BOUND, Cause.ENVIRONMENT, Cause.BLOCKED, Cause.ACCEPTED)


@dataclass(frozen=True, slots=True)
class Omission:
    """Executions that were not searched. `what` completes "executions with ..."; for ENDED it is a sentence
    of its own, and `property` is the one that they violate, as for ACCEPTED. `bound` is the one that is too
    small."""

    cause: Cause
    what: str
    loc: Loc | None = None
    bound: Bound | None = None
    property: Property | None = None

    def __str__(self) -> str:
        return self.what if self.loc is None else f"{self.what} at {self.loc}"


class Method(StrEnum):
    """By what a property is proved: what completes "proved by ..."."""

    LOCKS = "locks and order"  # on the whole program, whatever its loops and numbers of threads do
    INTERVALS = "intervals and locks"  # likewise
    BOUNDED = "a search within bounds that leave nothing out"
    BACKEND = "an external backend"
    INDUCTION = "an inductive invariant"  # of all states, however often loops iterate


@dataclass(frozen=True, slots=True)
class Proof:
    """No execution violates these properties. `invariant` is what all states have in common, as text."""

    properties: frozenset[Property]
    method: Method
    invariant: str = field(default="", compare=False)


class PlaceKind(StrEnum):
    """What a place of the ledger stands for."""

    ASSERTION = "assertion"  # an assertion, or the decision whether an error is reached
    THREAD = "thread"  # the first instruction of a start routine, in a thread of its own
    END = "end"  # main returns
    BEFORE = "before"  # an assumption, or a call that may have to wait
    AFTER = "after"  # the same, passed
    LINE = "line"  # of the user's text


@dataclass(frozen=True, slots=True)
class ProgramPlace:
    """Somewhere in the program that executions may reach. `what` is how users speak of it. A macro may put
    several of them at one position, which have numbers."""

    kind: PlaceKind
    what: str
    loc: Loc
    number: int = 0


@dataclass(frozen=True, slots=True)
class Visit:
    """Whether an execution that was searched reaches the place; None: not known. `threads` are the start
    routines of the threads that do."""

    place: ProgramPlace
    is_reached: bool | None
    threads: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Coverage:
    """All executions within `bounds` and `rounds` were searched, but for the `omissions`. `all_schedules`:
    more rounds would not add any. `threads` are the start routines, main first; those that no execution
    starts are in `never_started`. `assumptions` were made on the way. `ledger` says what was reached. The
    search has started after what was executed `ahead`. `proofs` say which properties are proved, whatever was
    left out here, and by what."""

    bounds: Bounds
    rounds: int
    all_schedules: bool
    omissions: tuple[Omission, ...]
    threads: tuple[str, ...]
    never_started: tuple[str, ...]
    loops: tuple[LoopCoverage, ...]
    properties: frozenset[Property]
    assumptions: tuple[str, ...]
    ledger: tuple[Visit, ...] = ()
    effort: Effort | None = field(default=None, compare=False)
    ahead: Ahead | None = None
    proofs: tuple[Proof, ...] = ()

    @property
    def proved(self) -> frozenset[Property]:
        return frozenset(item for proof in self.proofs for item in proof.properties)

    @property
    def complete(self) -> bool:
        """No execution of the program was left out."""
        return self.all_schedules and not self.omissions

    @property
    def obstacle(self) -> Omission | None:
        """What keeps the answer from being more than unknown: the first omission that no larger limit
        would include."""
        return next((item for item in self.omissions if item.cause not in _WITHIN_LIMITS), None)

    @property
    def not_looked_for(self) -> tuple[Property, ...]:
        """`leak-all` asks for more than `leak` does, and is not missed."""
        known = self.properties | ({Property.LEAK} if Property.LEAK_ALL in self.properties else set())
        return tuple(item for item in Property if item not in known | {Property.LEAK_ALL})


@dataclass(frozen=True, slots=True)
class Safe:
    """No execution violates what was asked for, and none was left out."""

    coverage: Coverage


@dataclass(frozen=True, slots=True)
class NoBugFound:
    """Nothing was found within the limits that `coverage` names, but for what the user has `accepted`.
    `stopped` says what ended the search before it had seen all of them, if anything did."""

    coverage: Coverage
    stopped: str = ""
    accepted: tuple[Trace, ...] = ()


@dataclass(frozen=True, slots=True)
class Unsafe:
    """Each trace was replayed by the interpreter, the most serious first: where something else than a data
    race was found, the races come after it. `coverage` is what was searched before without finding anything;
    `effort` is also that of finding the last one, if the engine did."""

    traces: tuple[Trace, ...]
    coverage: Coverage | None
    effort: Effort | None = field(default=None, compare=False)
    accepted: tuple[Trace, ...] = ()


class UnknownCause(StrEnum):
    NOT_MODELLED = "not modelled"  # a construct, or a pointer whose target is not known
    NOT_EXPLORED = "not explored"  # what follows a violation not asked for, or a place that none gets past
    NOT_CONFIRMED = "not confirmed"  # a claim that the interpreter does not show
    OUT_OF_TIME = "out of time"  # before anything was covered
    OUT_OF_MEMORY = "out of memory"
    INTERRUPTED = "interrupted"
    STOPPED = "stopped"  # another searcher has the answer
    FAILED = "failed"  # an external tool or the solver broke down


@dataclass(frozen=True, slots=True)
class Unknown:
    """`reason` says why, at a position if there is one; `coverage` what was searched before."""

    cause: UnknownCause
    reason: str
    loc: Loc | None = None
    hint: str = ""
    coverage: Coverage | None = None
    accepted: tuple[Trace, ...] = ()


Verdict: TypeAlias = Safe | NoBugFound | Unsafe | Unknown


def exit_code(verdict: Verdict, require_complete: bool = False) -> ExitCode:
    """With `require_complete`, finding nothing within limits is not enough."""
    match verdict:
        case Safe():
            return ExitCode.SAFE
        case NoBugFound():
            return ExitCode.UNKNOWN if require_complete else ExitCode.SAFE
        case Unsafe():
            return ExitCode.UNSAFE
        case Unknown():
            return ExitCode.UNKNOWN

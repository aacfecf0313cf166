"""What can go wrong in a program: `Property`, and one case of it: `Violation`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from enum import StrEnum

from unthread.core.records import dataclass
from unthread.core.source import Loc


class Property(StrEnum):
    REACH = "reach"  # assert, reach_error, __VERIFIER_error, label ERROR
    LOCK = "lock"  # misuse of a synchronization object
    DEADLOCK = "deadlock"  # threads alive, none can move
    RACE = "race"  # two conflicting accesses next in line, not both atomic
    MEMORY = "memory"  # bounds, null, use after free, double and invalid free
    LEAK = "leak"  # heap memory that is never freed, and that nothing leads to in the end
    LEAK_ALL = "leak-all"  # heap memory that is never freed
    ARITH = "arith"  # signed overflow, division by zero, bad shift


ERROR_FUNCTIONS = frozenset({"reach_error", "__VERIFIER_error"})  # to call them is the error, body or not
ASSERTED = frozenset({Property.REACH, Property.LOCK})  # what programs and the library's models assert
LEAKS = frozenset({Property.LEAK, Property.LEAK_ALL})
DEFAULT_PROPERTIES = frozenset(Property) - LEAKS  # of `check` and `run`


@dataclass(frozen=True, slots=True)
class Frame:
    """One entry of a call stack: a function and where in it execution stands."""

    function: str
    loc: Loc


class ViolationKind(StrEnum):
    """How a property is violated."""

    ASSERTION = "assertion"  # one of the user's, or of a model for what users must not do
    ERROR_CALL = "error call"  # a function is called that is an error
    ERROR_LABEL = "error label"
    DEADLOCK = "deadlock"
    RACE = "race"
    ACCESS = "access"  # memory is read or written where it must not be
    CALL = "call"  # what is called is not a function
    FREE = "free"  # what is freed may not be
    LEAK = "leak"
    OVERFLOW = "overflow"
    REMAINDER = "remainder"  # the least number % -1
    SHIFTED_OUT = "shifted out"  # a bit, into the sign or beyond
    SHIFT = "shift"  # by a wrong amount, or of a negative number
    DIVISION = "division"  # by zero
    CONVERSION = "conversion"  # of a floating number that does not fit
    UNDEFINED = "undefined"  # what a compiler's builtin does then


@dataclass(frozen=True, slots=True)
class Held:
    """A lock that a thread holds: its name, what sort of lock it is, and where the thread took it."""

    lock: str
    sort: str
    loc: Loc


@dataclass(frozen=True, slots=True)
class Participant:
    """A thread that has a part in a violation: where it stands (`stack` is innermost first), and what it
    holds. `access` is "read", "write", "atomic read" or "atomic write" in a race, or where it is invalid,
    `place` what it accesses or waits for; `call` is the library function that it waits in, `waits_for` the
    thread that it waits for, if it is known."""

    thread: int
    routine: str
    loc: Loc
    stack: tuple[Frame, ...] = ()
    access: str = ""
    place: str = ""
    call: str = ""
    waits_for: int | None = None
    holds: tuple[Held, ...] = ()


def is_behind(part: Participant, others: Iterable[Participant]) -> bool:
    """It wants to read, and the thread that it waits for does not hold the lock: it waits to write, which
    comes first."""
    return part.call.endswith("_rdlock") and any(
        other.thread == part.waits_for and other.call.endswith("_wrlock") and other.place == part.place
        for other in others
    )


def holder_text(part: Participant, others: Iterable[Participant]) -> str:
    """Who has the lock that the thread waits for, or comes first."""
    if is_behind(part, others):
        return f", behind thread {part.waits_for}, which waits to write"
    return f", which thread {part.waits_for} holds"


@dataclass(frozen=True, slots=True)
class Related:
    """Something that happened before and has to do with a violation: `what` ("allocated", "freed",
    "declared"), by which thread and where."""

    what: str
    thread: int | None
    loc: Loc


@dataclass(frozen=True, slots=True)
class Violation:
    """A property broken by a thread at a position. `stack` is innermost first. `function` is the one that is
    an error to call. The first of the `participants` is the thread itself. `values` are those of the failed
    condition's parts, by their text."""

    property: Property
    message: str
    thread: int
    loc: Loc
    stack: tuple[Frame, ...] = field(default=(), compare=False)
    kind: ViolationKind = field(default=ViolationKind.ASSERTION, compare=False)
    function: str = field(default="", compare=False)
    participants: tuple[Participant, ...] = field(default=(), compare=False)
    values: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    related: tuple[Related, ...] = field(default=(), compare=False)

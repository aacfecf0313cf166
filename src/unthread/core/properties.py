"""What can go wrong in a program: `Property`, and one case of it: `Violation`."""

from __future__ import annotations

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
    LEAK = "leak"  # heap memory that is never freed
    ARITH = "arith"  # signed overflow, division by zero, bad shift


ERROR_FUNCTIONS = frozenset({"reach_error", "__VERIFIER_error"})  # to call them is the error, body or not
ASSERTED = frozenset({Property.REACH, Property.LOCK})  # what programs and the library's models assert
DEFAULT_PROPERTIES = frozenset(Property) - {Property.LEAK}  # of `check` and `run`


@dataclass(frozen=True, slots=True)
class Frame:
    """One entry of a call stack: a function and where in it execution stands."""

    function: str
    loc: Loc


@dataclass(frozen=True, slots=True)
class Violation:
    """A property broken by a thread at a position. `stack` is innermost first."""

    property: Property
    message: str
    thread: int
    loc: Loc
    stack: tuple[Frame, ...] = field(default=(), compare=False)

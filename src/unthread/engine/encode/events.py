"""What is collected while threads are executed: conditions, and what each would mean.

The caller passes in where it is collected. What is found by a look goes into a `Collected` of its
own, which is thrown away.
"""

from __future__ import annotations

import builtins
from dataclasses import field

from unthread.core.bounds import Bound
from unthread.core.ledger import Arrival
from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.core.trace import Mark, StepKind
from unthread.engine.encode.objects import ObjectState, SymbolicObject, Value
from unthread.engine.terms.nodes import Bool, Int
from unthread.engine.terms.terms import Terms
from unthread.program.types import Type


@dataclass(frozen=True, slots=True)
class SymbolicClaim:
    """`condition`: the property is violated there, in this round. `happened` and `asked` are how many of
    these come before; `rival` is the other side of a race."""

    condition: Bool
    property: Property
    message: str
    thread: int
    loc: Loc
    round: int
    happened: int
    asked: int
    rival: Mark | None = None


@dataclass(frozen=True, slots=True)
class Barrier:
    """`condition`: execution reaches a place where it is followed no further; `allowed` lifts the ban on
    that. The reason is the `bound` of a Cut, the violation of a `property` that was not asked for, or
    otherwise something that is not modelled."""

    condition: Bool
    what: str
    loc: Loc
    bound: Bound | None
    allowed: Bool
    round: int
    property: Property | None = None

    @builtins.property
    def is_bound(self) -> bool:
        return self.bound is not None

    @builtins.property
    def is_gap(self) -> bool:
        return self.bound is None and self.property is None


@dataclass(frozen=True, slots=True)
class Happened:
    """If `condition` holds: a visible step, in the order of execution. `offsets`: where in its object it
    reads or writes, each with the condition that it is there."""

    condition: Bool
    thread: int
    loc: Loc
    kind: StepKind
    value: Int | None
    place: str = ""
    offsets: tuple[tuple[Bool, Int], ...] = ()


@dataclass(frozen=True, slots=True)
class AskedValue:
    """If `condition` holds: a value from outside, in the order of execution. For memory: `item` is touched
    at `offset`, and the value counts if these bytes were not touched before. `is_whole`: other bits of these
    bytes do not exist; a write needs to know them."""

    condition: Bool
    thread: int
    name: str
    loc: Loc
    type: Type
    value: Value
    item: SymbolicObject | None = None
    offset: Int | None = None
    size: int = 0
    writes: bool = False
    is_whole: bool = True
    state: ObjectState | None = None  # of the object then: each byte is asked for by itself


@dataclass(slots=True)
class Collected:
    """`constraints`, `happened` and `asked` are in the order of execution; `loose` names what was replaced by
    any value although the program computes it."""

    constraints: list[Bool] = field(default_factory=list)
    stops: list[int] = field(default_factory=list)  # constraints that say that a step ends no execution
    claims: list[SymbolicClaim] = field(default_factory=list)
    barriers: list[Barrier] = field(default_factory=list)
    happened: list[Happened] = field(default_factory=list)
    asked: list[AskedValue] = field(default_factory=list)
    arrivals: dict[Arrival, list[tuple[int, Bool]]] = field(default_factory=dict)  # a thread reaches a
    # place: the number of constraints before, and the condition
    loose: dict[str, None] = field(default_factory=dict)
    guesses: dict[Loc, None] = field(default_factory=dict)  # where pointers of any value are followed
    parts: dict[Loc, str] = field(default_factory=dict)  # where not all of an address is used, and as what
    reads_addresses: bool = False  # an address was read as a number that was not stored as one


class Permissions:
    """The names of what lifts a ban: one for each place where executions are not followed any further.
    Conditions that a look has found speak of them, so they last."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.allowed: dict[tuple[str, Loc], Bool] = {}

    def of(self, what: str, loc: Loc) -> Bool:
        key = (what, loc)
        if key not in self.allowed:
            self.allowed[key] = self.terms.choice_variable(f"allow {what}")
        return self.allowed[key]

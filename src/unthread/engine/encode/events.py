"""What an encoding collects: conditions, and what each would mean."""

from __future__ import annotations

import builtins

from unthread.core.bounds import Bound
from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.core.trace import Mark, StepKind
from unthread.engine.encode.objects import SymbolicObject, Value
from unthread.engine.terms.nodes import Bool, Int
from unthread.program.types import Type


@dataclass(frozen=True, slots=True)
class Claim:
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
    """`condition`: execution gets to where it is not followed any further; `allowed` lifts the ban on that.
    The reason is the `bound` of a Cut, the violation of a `property` that nobody asked for, or otherwise
    something that is not modelled."""

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
    """If `condition` holds: a visible step, in the order of execution."""

    condition: Bool
    thread: int
    loc: Loc
    kind: StepKind
    value: Int | None
    place: str = ""


@dataclass(frozen=True, slots=True)
class Asked:
    """If `condition` holds: a value from outside, in the order of execution. For memory: `item` is touched
    at `offset`, and the value counts if nobody has touched these bytes before."""

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

"""What searchers tell: `Event`; and what they are: `Searcher`.

A searcher looks for violations in a way of its own: the engine, or an external tool with sequential C. It
runs in a child process (`core/child.py`) and tells what happens. After `Found` and `Closing` it waits for a
`Reply`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from unthread.core.bounds import Bounds
from unthread.core.ledger import Arrival
from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.core.trace import Witness
from unthread.core.verdict import Coverage, Effort, UnknownCause


@dataclass(frozen=True, slots=True)
class Extent:
    """Where a violation was found. `rounds` is 0 where schedules are not counted in rounds."""

    bounds: Bounds
    rounds: int


@dataclass(frozen=True, slots=True)
class Working:
    """What the search is doing: `phase` of a round, with so many terms."""

    phase: str
    bounds: Bounds
    round: int
    threads: int = 0
    points: int = 0
    terms: int = 0


@dataclass(frozen=True, slots=True)
class Covered:
    """Nothing (more) was found within these bounds. It replaces what was covered before."""

    coverage: Coverage


@dataclass(frozen=True, slots=True)
class Found:
    """A claim, to be confirmed. `loose` names what was any value in the search although the program computes
    it."""

    witness: Witness
    within: Extent
    loose: tuple[str, ...]
    effort: Effort | None = None


@dataclass(frozen=True, slots=True)
class Unshown:
    """A violation is claimed, but nothing shows how it comes about: `reason` says so."""

    reason: str
    loc: Loc | None
    within: Extent


@dataclass(frozen=True, slots=True)
class Gap:
    """An execution can reach something that is not modelled. `hint` says what helps."""

    what: str
    loc: Loc
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Remark:
    """What the user need not know, and may want to."""

    text: str


@dataclass(frozen=True, slots=True)
class Closing:
    """The search is done. The reply is what is known to be reached, so that the rest can be asked for."""


@dataclass(frozen=True, slots=True)
class Finished:
    """There is nothing left to do."""


@dataclass(frozen=True, slots=True)
class Stopped:
    """The search has ended before it was done. Without `reason`, the cause says it all."""

    cause: UnknownCause
    reason: str = ""
    hint: str = ""


Event: TypeAlias = Working | Covered | Found | Unshown | Gap | Remark | Closing | Finished | Stopped


@dataclass(frozen=True, slots=True)
class Told:
    """An event, for whoever follows a check. `backend` is the name of the searcher that reports it; it is
    empty before there are any."""

    backend: str
    event: Event


@dataclass(frozen=True, slots=True)
class Reply:
    """After `Found`: nothing more needs to be reported of these properties. After `Closing`: what is known to
    be reached."""

    ignored: frozenset[Property] = frozenset()
    reached: frozenset[Arrival] = frozenset()


Listener: TypeAlias = Callable[[Event], Reply | None]  # None: the listener is gone


INDUCTION = "induction"


class Searcher(Protocol):
    """`is_engine`: it is unthread's own: a claim of it that cannot be replayed is a bug of unthread. What is
    called `INDUCTION` only proves."""

    @property
    def name(self) -> str: ...

    @property
    def is_engine(self) -> bool: ...

    @property
    def properties(self) -> frozenset[Property]:
        """Those that it looks for."""

    def search(self, tell: Listener) -> None:
        """In a child process. What is wrong with the program or the request is raised."""

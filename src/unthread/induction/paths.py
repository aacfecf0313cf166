"""One way through a segment of a thread, under construction: `SegmentPath`; and what a segment comes to:
`Segment`.

A segment leads from one place of a body, over the visible step that stands there, to the next such place.
Where it branches, or an address may be one of several, there are several paths.
"""

from __future__ import annotations

from dataclasses import field

from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.engine.terms.nodes import Bool, Int, Range
from unthread.induction.knowledge import Part, StateCell
from unthread.program.expressions import Variable

STUCK = -1  # the place of a thread that has come to where its execution ends


class Fork(Exception):
    """What is evaluated has one of these values: each is a path of its own."""

    def __init__(self, term: Int, values: list[int]) -> None:
        super().__init__()
        self.term = term
        self.values = values


class Ends(Exception):
    """The path does not go on."""


@dataclass(frozen=True, slots=True)
class PathFault:
    """Where `condition` holds, the property is violated; without one, what follows is not known."""

    property: Property | None
    message: str
    loc: Loc
    condition: Bool


@dataclass(frozen=True, slots=True)
class PathTouch:
    """Memory that the step accesses where `condition` holds."""

    cell: StateCell
    writes: bool
    atomic: bool
    condition: Bool

    def conflicts(self, other: PathTouch) -> bool:
        one, two = self.cell, other.cell
        overlap = one.address < two.address + two.size and two.address < one.address + one.size
        return overlap and (self.writes or other.writes)

    def races(self, other: PathTouch) -> bool:
        return self.conflicts(other) and not (self.atomic and other.atomic)


@dataclass(frozen=True, slots=True)
class PathStart:
    """A thread that begins with the body, and gets the argument."""

    number: int
    body: str
    argument: Int


@dataclass(slots=True)
class SegmentPath:
    """`index` is the next instruction. `chosen` are addresses that were decided on the way."""

    index: int
    guard: Bool
    registers: dict[Variable, Int] = field(default_factory=dict)
    cells: dict[StateCell, tuple[Int, Range]] = field(default_factory=dict)
    chosen: dict[int, int] = field(default_factory=dict)
    seen: dict[int, int] = field(default_factory=dict)  # instructions that were executed, how often
    length: int = 0
    wrote: bool = False  # in the section that is open
    starts: tuple[PathStart, ...] = ()
    is_past: bool = False  # the step with which it began is done

    def copy(self, guard: Bool) -> SegmentPath:
        return SegmentPath(
            self.index,
            guard,
            dict(self.registers),
            dict(self.cells),
            dict(self.chosen),
            dict(self.seen),
            self.length,
            self.wrote,
            self.starts,
            self.is_past,
        )


@dataclass(frozen=True, slots=True)
class Edge:
    """Where `guard` holds, the thread gets from `source` to `target` (None: it has ended), and parts of the
    state get these values, each within a range."""

    thread: int
    source: int
    target: int | None
    guard: Bool
    writes: tuple[tuple[Part, Int, Range], ...]
    starts: tuple[PathStart, ...] = ()


@dataclass(slots=True)
class Segment:
    """`touches` are those of the step that stands there: others do not notice what follows. `waits`:
    conditions under which the thread has to wait there. `inputs` are variables that may have any value."""

    thread: int
    source: int
    edges: list[Edge] = field(default_factory=list)
    faults: list[PathFault] = field(default_factory=list)
    touches: list[PathTouch] = field(default_factory=list)
    waits: list[Bool] = field(default_factory=list)
    inputs: list[Int] = field(default_factory=list)
    notes: set[str] = field(default_factory=set)
    unclaimed: set[Property] = field(default_factory=set)  # nothing can be said of them
    reads: frozenset[Part] = frozenset()
    shapes: int = 0  # how many cells there were when a variable was declared; 0: none was

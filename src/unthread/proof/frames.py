"""Where threads and calls are, in a `Walk`: `WalkThread`, `WalkFrame`, `FrameCopy`; and what the nodes are:
`Nodes`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from unthread.analysis.points_to import PointsTo
from unthread.core.records import dataclass
from unthread.program.instructions import Instruction
from unthread.program.library import CREATORS, JOINS
from unthread.program.program import Function, Program
from unthread.proof.contracts import INITIALIZES

_MOST_NODES = 150_000


class TooLarge(Exception):
    """The program has more ways through it than are looked at."""


@dataclass(slots=True, eq=False)
class WalkThread:
    """Threads that one node starts; the first one runs from the beginning. `depth`: how many threads lie
    between."""

    number: int
    spawn: int | None
    depth: int = 0


@dataclass(slots=True, eq=False)
class WalkFrame:
    """Calls of a function that are not distinguished: from one node, but for recursive ones."""

    number: int
    function: Function
    thread: WalkThread
    parent: WalkFrame | None
    callers: list[int]  # nodes
    is_recursive: bool = False
    first: int = 0  # node of its first iteration

    @property
    def name(self) -> str:
        return self.function.name

    def chain(self) -> Iterator[WalkFrame]:
        frame: WalkFrame | None = self
        while frame is not None:
            yield frame
            frame = frame.parent

    def root(self) -> WalkFrame:
        """The first frame of the thread."""
        return [*self.chain()][-1]


@dataclass(slots=True, eq=False)
class FrameCopy:
    """The instructions of a frame, or of one iteration and what follows."""

    frame: WalkFrame
    first: int
    number: int = 0
    following: dict[int, FrameCopy] = field(default_factory=dict)


class Nodes:
    """Instructions of frames, by number."""

    def __init__(self) -> None:
        self.frames: list[WalkFrame] = []
        self.threads: list[WalkThread] = []
        self.owners: list[FrameCopy] = []  # of nodes

    def instruction(self, node: int) -> Instruction:
        copy = self.owners[node]
        return copy.frame.function.body[node - copy.first]

    def frame(self, node: int) -> WalkFrame:
        return self.owners[node].frame

    def index(self, node: int) -> int:
        return node - self.owners[node].first

    def new_frame(
        self, function: Function, thread: WalkThread, parent: WalkFrame | None, caller: int | None
    ) -> WalkFrame:
        frame = WalkFrame(len(self.frames), function, thread, parent, [] if caller is None else [caller])
        self.frames.append(frame)
        frame.first = self.new_copy(frame).first
        return frame

    def new_copy(self, frame: WalkFrame, number: int = 0) -> FrameCopy:
        copy = FrameCopy(frame, len(self.owners), number)
        size = len(frame.function.body)
        if len(self.owners) + size > _MOST_NODES:
            raise TooLarge
        self.owners += [copy] * size
        return copy


def starting(program: Program, pointers: PointsTo) -> frozenset[str]:
    """Functions that may start threads or wait for their end, and those that call them. Those of the library
    are meant by name."""
    callers: dict[str, set[str]] = {}
    for edge in pointers.edges:
        callers.setdefault(edge.callee.body, set()).add(edge.caller.body)
    found: set[str] = set()
    pending = [name for name in (*CREATORS, *JOINS, *INITIALIZES) if name in program.functions]
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            pending += callers.get(name, ())
    return frozenset(found)

"""What memory is made of: objects, pointers into them, and the state of an object at one moment."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from itertools import pairwise
from typing import TypeAlias

from unthread.core.records import dataclass
from unthread.engine.terms.nodes import Array, Bool, Int
from unthread.program.instructions import Region
from unthread.program.standstill import Contents

Targets: TypeAlias = frozenset[tuple[int, int]] | None


@dataclass(frozen=True, slots=True)
class Pointer:
    """`targets`: all objects and offsets that it may have together, but for those where nothing is; None:
    they are not known one by one."""

    object: Int
    offset: Int
    targets: Targets = field(default=None, compare=False)


Value: TypeAlias = Int | Pointer
Content: TypeAlias = Callable[[int, int], Value]  # what so many bytes at an offset hold


def may_be_object(value: Value) -> bool:
    """It is an address, and not that of nothing."""
    return isinstance(value, Pointer) and value.object.hi > 0


@dataclass(frozen=True, slots=True)
class ObjectLayer:
    """Many bytes that were written at once: where `guard` holds, those from `first` up to `end` hold what
    `content` says. A layer costs what is read of it, not what it covers."""

    first: int
    end: int
    guard: Bool
    content: Content
    period: int | None = None  # bytes after which the same comes again

    def overlaps(self, first: int, end: int) -> bool:
        return self.first < end and first < self.end


@dataclass(slots=True, eq=False)
class SymbolicObject:
    """What an object is, always. `undefined`: what was never written holds any value, otherwise zero."""

    number: int
    name: str
    undefined: bool
    read_only: bool = False
    is_function: bool = False
    is_static: bool = False  # a global variable of the program, not of the models
    region: Region | None = None  # of what was allocated
    is_shared: bool = True  # its address is known outside of its own frame
    origin: ObjectState | None = None  # what was found in bytes that were never written
    contents: Contents | None = None  # what it holds at first


@dataclass(slots=True, eq=False)
class ObjectState:
    """What an object is like at one moment: cells, below them `layers`, the last one on top. `alive` may
    depend on what was executed. Large objects that are used with unknown indices become an `array`. `torn`:
    by the start of its cell, where what was left of an address when a part of it was overwritten lies."""

    size: Int
    made: Bool | None = None  # of the heap: that it was allocated
    alive: Bool | None = None  # None: always
    cells: dict[int, tuple[int, Value]] = field(default_factory=dict)
    cover: dict[int, int] = field(default_factory=dict)  # byte → start of the cell it belongs to
    array: Array | None = None
    layers: tuple[ObjectLayer, ...] = ()
    torn: dict[int, Bool] = field(default_factory=dict)

    def copy(self) -> ObjectState:
        cells, cover, torn = dict(self.cells), dict(self.cover), dict(self.torn)
        return ObjectState(self.size, self.made, self.alive, cells, cover, self.array, self.layers, torn)

    def put(self, layer: ObjectLayer, is_certain: bool) -> None:
        """On top of all others; those that it hides for sure are left out."""
        hidden = {id(old) for old in self.layers if layer.first <= old.first and old.end <= layer.end}
        kept = (old for old in self.layers if not is_certain or id(old) not in hidden)
        self.layers = (*kept, layer)

    def seen(self, first: int, end: int, true: Bool) -> list[ObjectLayer]:
        """The layers that say what the bytes hold, from one below which nothing is seen, if there is such."""
        found: list[ObjectLayer] = []
        for layer in reversed(self.layers):
            if layer.overlaps(first, end):
                found.append(layer)
                if layer.guard is true and layer.first <= first and end <= layer.end:
                    break
        return found[::-1]

    def parts(self, first: int, end: int) -> list[tuple[int, int]]:
        """The bytes, cut where layers begin and end."""
        edges = {edge for layer in self.layers for edge in (layer.first, layer.end) if first < edge < end}
        cuts = [first, *sorted(edges), end]
        return list(pairwise(cuts))

    def lay(self, at: int, size: int, value: Value, torn: Bool | None = None) -> None:
        """A cell where there is none."""
        self.cells[at] = size, value
        self.torn.pop(at, None)
        if torn is not None:
            self.torn[at] = torn
        for byte in range(at, at + size):
            self.cover[byte] = at


@dataclass(frozen=True, slots=True)
class Reach:
    """An access may go to bytes of `item`: where `condition` holds, at `offset`, which is then one of
    `offsets` unless that is None."""

    item: SymbolicObject
    condition: Bool
    offset: Int
    offsets: frozenset[int] | None = None

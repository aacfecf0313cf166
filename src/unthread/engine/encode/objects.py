"""What memory is made of: objects, pointers into them, and the state of an object at one moment."""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias

from unthread.core.records import dataclass
from unthread.engine.terms.nodes import Array, Bool, Int
from unthread.program.instructions import Region


@dataclass(frozen=True, slots=True)
class Pointer:
    object: Int
    offset: Int


Value: TypeAlias = Int | Pointer


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


@dataclass(slots=True, eq=False)
class ObjectState:
    """What an object is like at one moment. `alive` may depend on what was executed. Large objects that are
    used with unknown indices become an `array`."""

    size: Int
    made: Bool | None = None  # of the heap: that it was allocated
    alive: Bool | None = None  # None: always
    cells: dict[int, tuple[int, Value]] = field(default_factory=dict)
    cover: dict[int, int] = field(default_factory=dict)  # byte → start of the cell it belongs to
    array: Array | None = None

    def copy(self) -> ObjectState:
        return ObjectState(self.size, self.made, self.alive, dict(self.cells), dict(self.cover), self.array)

    def lay(self, at: int, size: int, value: Value) -> None:
        """A cell where there is none."""
        self.cells[at] = size, value
        for byte in range(at, at + size):
            self.cover[byte] = at


@dataclass(frozen=True, slots=True)
class Reach:
    """An access may go to bytes of `item`: where `condition` holds, at `offset`."""

    item: SymbolicObject
    condition: Bool
    offset: Int

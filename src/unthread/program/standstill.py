"""Where a program stands after some of it was executed: `Standstill`. It does not say where objects lie:
addresses are distinguished from numbers."""

from __future__ import annotations

from dataclasses import field
from itertools import groupby
from typing import TypeAlias

from unthread.core.floats import Extended
from unthread.core.ledger import Arrival
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.core.trace import Ahead
from unthread.program.expressions import Variable


@dataclass(frozen=True, slots=True)
class Contents:
    """The bytes of an object, none of which is a part of an address. `defined` has a 1 for each that was
    written; None: all were."""

    data: bytes = field(repr=False)
    defined: bytes | None = field(default=None, repr=False)

    def number(self, at: int, size: int) -> int:
        return int.from_bytes(self.data[at : at + size], "little")

    def written(self, at: int, size: int) -> int:
        """How many of these bytes were."""
        return size if self.defined is None else self.defined.count(1, at, at + size)

    def runs(self) -> list[tuple[int, int]]:
        """Where bytes that were written begin, and how many there are in a row."""
        found, at = [], 0
        for is_written, run in groupby(self.defined or b"\1" * len(self.data)):
            length = sum(1 for _ in run)
            found += [(at, length)] * bool(is_written)
            at += length
        return found


@dataclass(frozen=True, slots=True)
class StoredAddress:
    """`offset` bytes into an object: by its number in the standstill, or by the name of a function or of a
    variable of static storage duration."""

    object: int | str
    offset: int


Stood: TypeAlias = int | float | Extended | StoredAddress  # a value


@dataclass(frozen=True, slots=True)
class StoppedObject:
    """An object as it was. Without a variable it is on the heap; `ended` says what became of one that is
    gone, and `freed` who did it where. `addresses` are by the offset at which they lie."""

    variable: Variable | None
    size: int
    loc: Loc | None
    contents: Contents
    addresses: tuple[tuple[int, StoredAddress], ...] = ()
    ended: str = ""
    freed: tuple[int, Loc] | None = None


@dataclass(frozen=True, slots=True)
class StoppedFrame:
    """A call that has not returned: `pc` is the instruction that comes next. Registers and objects of the
    frame by the names of the variables; registers that are not read again are left out."""

    function: str
    pc: int
    registers: tuple[tuple[str, Stood], ...] = ()
    objects: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Standstill:
    """`ahead` says how far it is from the start. `objects` are those of static storage duration that have
    changed, and all others. `arrived` are the places that were reached on the way, `loops` those that were
    executed, by function."""

    ahead: Ahead
    objects: tuple[StoppedObject, ...]
    frames: tuple[StoppedFrame, ...]
    arrived: frozenset[Arrival] = frozenset()
    loops: tuple[tuple[str, Loc], ...] = ()

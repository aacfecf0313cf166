"""What is known of memory on the way through a thread: `KnownMemory`.

Objects that no other thread can reach are followed all the time, and so are cells of static storage that no
other thread writes; the rest only as long as the thread is alone, before the first one is spawned.

A read whose value is known is not an access any more, and an error in it would not be noticed: only what lies
as a whole in an object that is alive is ever known.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import field, replace
from itertools import zip_longest

from unthread.analysis.constants import position
from unthread.core.records import dataclass
from unthread.program.build.fold import convert, integer
from unthread.program.build.simplify import is_known
from unthread.program.expressions import (
    AddressOf,
    Constant,
    Convert,
    Expression,
    Place,
    PointerAdd,
    Storage,
    Variable,
    VariablePlace,
    root,
)
from unthread.program.types import ArrayType, BoolType, IntType, PointerType, Type, size_of, value_type


@dataclass(frozen=True, slots=True)
class Filled:
    """Elements of `width` bytes, counted from `origin` on, that all have one value."""

    value: Expression
    width: int
    origin: int

    def at(self, offset: int, size: int) -> Expression | None:
        """What so many bytes there hold; None: it is pieced together of values that are not numbers."""
        value, phase = self.value, (offset - self.origin) % self.width
        if phase == 0 and size == self.width:
            return value
        if not isinstance(value, Constant) or not isinstance(value.value, int):
            return None
        pattern = (value.value & ((1 << 8 * self.width) - 1)).to_bytes(self.width, "little")
        pieces = bytes(pattern[(phase + position) % self.width] for position in range(size))
        return integer(int.from_bytes(pieces, "little"), IntType(8 * size, False))


Cell = tuple[int, int]  # offset and size
Cells = dict[Cell, Expression | Filled | None]  # None: written, value not known
_MOST_CELLS = 512  # of one object; more are not worth the search for overlaps


@dataclass(slots=True)
class KnownMemory:
    """`initial` gives the value that a cell of static storage starts with, `extent` how many bytes an object
    has, `foreign` tells whether another thread may write a cell. The inner dictionaries are never changed,
    only replaced, so copies may share them."""

    alone: bool
    initial: Callable[[Variable, int, Type], Expression | None]
    extent: Callable[[Variable], int]
    private: Callable[[Variable], bool]
    foreign: Callable[[Variable, int, int], bool]
    cells: dict[Variable, Cells] = field(default_factory=dict)
    spoiled: frozenset[Variable] = frozenset()
    zeroed: frozenset[Variable] = frozenset()
    lost: bool = False  # something was written, it is not known where

    def copy(self) -> KnownMemory:
        return KnownMemory(
            self.alone,
            self.initial,
            self.extent,
            self.private,
            self.foreign,
            dict(self.cells),
            self.spoiled,
            self.zeroed,
            self.lost,
        )

    def _is_followed(self, variable: Variable) -> bool:
        match variable.storage:
            case Storage.GLOBAL:
                return True
            case Storage.LOCAL:
                return self.private(variable)
            case _:
                return False

    def _is_inside(self, variable: Variable, offset: int, size: int) -> bool:
        return 0 <= offset <= self.extent(variable) - size

    def read(self, place: Place) -> Expression | None:
        """The value in a place, if it is known."""
        kind = value_type(place.type)
        if not isinstance(kind, IntType | BoolType | PointerType):
            return None
        found = position(place)
        if self.lost or found is None or not self._is_followed(found[0]) or found[0] in self.spoiled:
            return None
        variable, offset = found
        size = size_of(kind)
        if not self._is_inside(variable, offset, size):
            return None
        if variable.storage is Storage.GLOBAL and not self.alone and self.foreign(variable, offset, size):
            return None
        cells = self.cells.get(variable, {})
        held = cells.get((offset, size))
        if (offset, size) in cells and not isinstance(held, Filled):
            return _as(held, kind)
        over = [key for key in cells if key[0] < offset + size and offset < key[0] + key[1]]
        if over:
            return _as(_inside(cells, over, offset, size), kind)
        if variable.storage is Storage.GLOBAL:
            return self.initial(variable, offset, kind)
        return integer(0, kind) if variable in self.zeroed else None

    def write(self, place: Place, value: Expression) -> None:
        self._write(place, {(0, size_of(value_type(place.type))): value if is_known(value) else None})

    def fill(self, place: Place, value: Expression) -> None:
        """All elements of an array have the value now."""
        assert isinstance(place.type, ArrayType), "arrays are filled"
        known = Filled(value, size_of(place.type.element), 0) if is_known(value) else None
        self._write(place, {(0, size_of(place.type)): known})

    def copy_array(self, target: Place, source: Place, backward: bool) -> None:
        """The elements of one array went to another."""
        size, to, come = size_of(target.type), position(target), position(source)
        content: Cells = {(0, size): None}
        if come is not None and (to is None or not _is_smeared(to, come, size, backward)):
            content = self._content(*come, source.type) or content
        self._write(target, content)

    def _content(self, variable: Variable, offset: int, type: Type) -> Cells | None:
        """What is known of an array, by offsets in it."""
        size = size_of(type)
        if self.lost or not self._is_followed(variable) or variable in self.spoiled:
            return None
        if not self._is_inside(variable, offset, size):
            return None
        if variable.storage is Storage.GLOBAL and not self.alone and self.foreign(variable, offset, size):
            return None
        result: Cells = {}
        for (start, length), value in self.cells.get(variable, {}).items():
            first, end = max(start, offset), min(start + length, offset + size)
            if first >= end:
                continue
            if isinstance(value, Filled):
                value = replace(value, origin=value.origin - offset)
            result[first - offset, end - first] = (
                value if isinstance(value, Filled) or end - first == length else None
            )
        return result | self._untouched(variable, offset, type, result)

    def _untouched(self, variable: Variable, offset: int, type: Type, known: Cells) -> Cells:
        """The elements that were never written yet."""
        assert isinstance(type, ArrayType), "arrays are copied"
        width, kind = size_of(type.element), value_type(type.element)
        if type.count > _MOST_CELLS:
            return _gaps(known, size_of(type))
        result: Cells = {}
        for at in range(0, size_of(type), width):
            if any(start < at + width and at < start + length for start, length in known):
                continue
            if variable.storage is Storage.GLOBAL:
                result[at, width] = self.initial(variable, offset + at, kind)
            else:
                result[at, width] = integer(0, kind) if variable in self.zeroed else None
        return result | _gaps(known | result, size_of(type))

    def _write(self, place: Place, content: Cells) -> None:
        """`content` is what the place holds now, by offsets in it, without gaps."""
        base, found = root(place), position(place)
        if found is None:
            if isinstance(base, VariablePlace):
                self.spoil(base.variable)
            return  # the caller has said what a pointer may reach
        variable, offset = found
        if not self._is_followed(variable) or variable in self.spoiled:
            return
        size = size_of(value_type(place.type))
        if not self._is_inside(variable, offset, size):
            self.spoil(variable)
            return
        cells: Cells = {}
        for key, known in self.cells.get(variable, {}).items():
            cells |= _without(key, known, offset, offset + size)
        for (start, length), value in content.items():
            moved = replace(value, origin=value.origin + offset) if isinstance(value, Filled) else value
            cells[offset + start, length] = moved
        self.cells[variable] = cells
        if len(cells) > _MOST_CELLS:
            self.spoil(variable)

    def spoil(self, variable: Variable) -> None:
        """Anything may be in the variable now."""
        self.cells.pop(variable, None)
        self.spoiled |= {variable}

    def spoil_all(self) -> None:
        """Anything may be anywhere; what is not listed here is not followed from now on."""
        for variable in [*self.cells, *self.zeroed]:
            self.spoil(variable)
        self.lost = True

    def declare(self, variable: Variable, *, zeroed: bool) -> None:
        self.cells.pop(variable, None)
        self.spoiled -= {variable}
        self.zeroed = self.zeroed | {variable} if zeroed else self.zeroed - {variable}

    def discard(self, gone: Collection[Variable]) -> None:
        """The objects have ended. A register that still holds the address of one must not be given it anew:
        that would hide that it leads nowhere."""
        for variable in gone:
            self.cells.pop(variable, None)
        if not self.zeroed.isdisjoint(gone):
            self.zeroed -= frozenset(gone)
        for variable, cells in self.cells.items():
            if any(_addressed(value) in gone for value in cells.values()):
                self.cells[variable] = {
                    key: None if _addressed(value) in gone else value for key, value in cells.items()
                }

    def spawned(self) -> None:
        """Other threads may change static storage from now on."""
        self.alone = False


def addressed(value: Expression) -> Variable | None:
    """The variable that a known value is an address in."""
    while isinstance(value, Convert | PointerAdd):
        value = value.operand if isinstance(value, Convert) else value.pointer
    if not isinstance(value, AddressOf):
        return None
    base = root(value.place)
    return base.variable if isinstance(base, VariablePlace) else addressed(base.pointer)


def _addressed(value: Expression | Filled | None) -> Variable | None:
    if isinstance(value, Filled):
        value = value.value
    return None if value is None else addressed(value)


def _without(key: Cell, known: Expression | Filled | None, first: int, end: int) -> Cells:
    """What is left of a cell when bytes from `first` to `end` are written."""
    start, stop = key[0], key[0] + key[1]
    if stop <= first or end <= start:
        return {key: known}
    if first <= start and stop <= end:
        return {}
    if not isinstance(known, Filled):
        return {key: None}
    parts = ((start, min(first, stop)), (max(end, start), stop))
    return {(low, high - low): known for low, high in parts if low < high}


def _inside(cells: Cells, over: list[Cell], offset: int, size: int) -> Expression | None:
    """What bytes hold that these cells overlap."""
    key, known = over[0], cells[over[0]]
    if len(over) > 1 or not isinstance(known, Filled):
        return None
    return known.at(offset, size) if key[0] <= offset and offset + size <= key[0] + key[1] else None


def _gaps(known: Cells, size: int) -> Cells:
    """Nothing is known of what lies between."""
    result: Cells = {}
    done = 0
    for start, length in sorted(known):
        if done < start:
            result[done, start - done] = None
        done = max(done, start + length)
    if done < size:
        result[done, size - done] = None
    return result


def _is_smeared(to: tuple[Variable, int], come: tuple[Variable, int], size: int, backward: bool) -> bool:
    """Elements that were written are read again."""
    if to[0] != come[0]:
        return False
    ahead = come[1] - to[1] if backward else to[1] - come[1]
    return 0 < ahead < size


def merged_memory(memories: list[KnownMemory]) -> KnownMemory:
    first, *rest = memories
    if not rest:
        return first
    result = first.copy()
    result.alone = all(memory.alone for memory in memories)
    result.lost = any(memory.lost for memory in memories)
    result.spoiled = frozenset().union(*(memory.spoiled for memory in memories))
    result.zeroed = frozenset.intersection(*(memory.zeroed for memory in memories))
    for variable in {variable for memory in rest for variable in _different(first, memory)}:
        versions = [memory.cells.get(variable, {}) for memory in memories]
        if all(version is versions[0] for version in versions):
            continue
        keys = {key for version in versions for key in version}
        result.cells[variable] = {
            key: versions[0].get(key) if all(v.get(key) == versions[0].get(key) for v in versions) else None
            for key in keys
        }
    return result


# Two ways that part start with copies of one dictionary, so what neither of them wrote stands at the same
# place in both: found without a single search, of which there would be one for each variable and branch.
def _different(one: KnownMemory, other: KnownMemory) -> Iterator[Variable]:
    """All variables of which the two know different things, and perhaps others."""
    for ours, theirs in zip_longest(one.cells.items(), other.cells.items()):
        if ours is None or theirs is None or ours[0] is not theirs[0]:
            yield from (item[0] for item in (ours, theirs) if item is not None)
        elif ours[1] is not theirs[1]:
            yield ours[0]


def _as(value: Expression | None, kind: Type) -> Expression | None:
    """The value read as another type of the same size."""
    if value is None or value.type == kind:
        return value
    if isinstance(value, Constant) and not isinstance(value.value, int):
        return None
    converted = convert(value, kind)
    return converted if is_known(converted) else None

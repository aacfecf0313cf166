"""Objects and locations: what a pointer may point to.

In: variables, allocations and functions of a program, and how pointers move. Out: `Location`, an object and
the bytes of it that a pointer may mean; `overlap`, whether accesses at two locations may meet; and for the
solver `Space`, which gives locations numbers, so that a set of them is the bits of one integer, and says
what a `Map`, a step from pointer to pointer, makes of a set.
"""

from __future__ import annotations

from dataclasses import field
from itertools import chain
from math import gcd
from typing import TypeAlias

from unthread.core.records import dataclass
from unthread.program.expressions import Variable
from unthread.program.instructions import Region

Context: TypeAlias = tuple[tuple[str, int], ...]  # calls (body, instruction) from the user's text inwards


@dataclass(frozen=True, slots=True)
class FunctionInstance:
    """A body as it is looked at for one chain of calls; the empty chain stands for all others."""

    body: str
    context: Context = ()


@dataclass(frozen=True, slots=True)
class Site:
    """All objects that one `Allocate` makes, in one instance of its body."""

    body: str
    index: int
    context: Context = ()
    region: Region = field(default=Region.HEAP, compare=False)


@dataclass(frozen=True, slots=True)
class FunctionObject:
    name: str


@dataclass(frozen=True, slots=True)
class UnknownObject:
    """What the program did not make itself."""


UNKNOWN = UnknownObject()

Object: TypeAlias = Variable | Site | FunctionObject | UnknownObject

Stride: TypeAlias = tuple[int, int | None]  # bytes from one element to the next, how many there are
Strides: TypeAlias = tuple[Stride, ...]


@dataclass(frozen=True, slots=True)
class Location:
    """The bytes `offset` + k1 * stride1 + k2 * stride2 + ... of an object, each k below its count, or any
    integer where the count is None. The offset None means any byte of the object."""

    object: Object
    offset: int | None
    strides: Strides = ()


# Overlaps. Accesses that overlap as a whole or not at all hand on pointers unharmed.

DISJOINT, WHOLE, PARTLY = 0, 1, 2


def overlap(a: Location, a_size: int, b: Location, b_size: int) -> int:
    """How accesses of so many bytes at two locations may meet."""
    if a.object != b.object:
        return DISJOINT
    return overlap_within(a.offset, a.strides, a_size, b.offset, b.strides, b_size)


def overlap_within(
    a: int | None, a_strides: Strides, a_size: int, b: int | None, b_strides: Strides, b_size: int
) -> int:
    if a is None or b is None:
        return PARTLY
    a_span, b_span = _span(a_strides), _span(b_strides)
    if a_span is not None and b_span is not None and (a + a_span + a_size <= b or b + b_span + b_size <= a):
        return DISJOINT
    strides = {stride for stride, _ in chain(a_strides, b_strides)}
    for period in strides:
        if _apart(period, b - a, a_strides, a_size, b_strides, b_size):
            return DISJOINT
    step = gcd(*strides)
    if a_size == b_size and ((b - a) % step == 0 and step >= a_size if step else a == b):
        return WHOLE
    return PARTLY


def _span(strides: Strides) -> int | None:
    """Bytes from the first to the last position; None without an end."""
    total = 0
    for stride, count in strides:
        if count is None:
            return None
        total += (count - 1) * stride
    return total


def _apart(
    period: int, distance: int, a_strides: Strides, a_size: int, b_strides: Strides, b_size: int
) -> bool:
    """The accesses do not meet even when only positions modulo `period` are looked at."""
    a_span = _span(tuple(item for item in a_strides if item[0] % period))
    b_span = _span(tuple(item for item in b_strides if item[0] % period))
    if a_span is None or b_span is None:
        return False
    distance %= period
    return distance >= a_span + a_size and distance + b_span + b_size <= period


# Locations as numbers, sets of them as the bits of a number

MOST_STRIDES = 4  # of one location; more deeply nested arrays are not worth telling apart
MOST_LOCATIONS = 512  # of one object; byte arithmetic in loops would make one for each byte
MOST_MOVES = 24  # locations of one object made by moving a pointer byte by byte

_CHUNK = 512
_CHUNK_MASK = (1 << _CHUNK) - 1


def bit_numbers(value: int) -> list[int]:
    """The numbers of the bits that are set."""
    found = []
    start = 0
    while value:
        skipped = (value & -value).bit_length() - 1
        value >>= skipped
        start += skipped
        chunk = value & _CHUNK_MASK
        while chunk:
            low = chunk & -chunk
            found.append(start + low.bit_length() - 1)
            chunk ^= low
        value >>= _CHUNK
        start += _CHUNK
    return found


@dataclass(frozen=True, slots=True)
class Path:
    """To a part of what is pointed to: `.field` and `[index]`."""

    offset: int
    strides: Strides


@dataclass(frozen=True, slots=True)
class Move:
    """`index` (None when it varies) elements of `scale` bytes on."""

    index: int | None
    scale: int


@dataclass(frozen=True, slots=True)
class Smear:
    """To any byte of the same object; `known`: that the program has made."""

    known: bool = False


Map: TypeAlias = Path | Move | Smear

SMEAR = Smear()
SMEAR_KNOWN = Smear(known=True)
HERE = Path(0, ())


class Space:
    """Numbers for objects and locations, and what maps make of locations."""

    def __init__(self) -> None:
        self.objects: list[Object] = []
        self.sizes: list[int | None] = []
        self.numbers: dict[Object, int] = {}
        self.any_bits: list[int] = []  # by object: its location of any offset, as a bit
        self.locations: list[tuple[int, int | None, Strides]] = []
        self.known: dict[tuple[int, int | None, Strides], int] = {}
        self.made: list[int] = []  # by object: how many locations it has
        self.moved: list[int] = []  # by object: how many of them were made by moving
        self.images: dict[Map, dict[int, int]] = {}
        self.unknown = self.object(UNKNOWN, None)

    def object(self, item: Object, size: int | None) -> int:
        number = self.numbers.get(item)
        if number is None:
            number = self.numbers[item] = len(self.objects)
            self.objects.append(item)
            self.sizes.append(size or None)
            self.made.append(0)
            self.moved.append(0)
            self.any_bits.append(1 << self._intern((number, None, ())))
        return number

    def _intern(self, key: tuple[int, int | None, Strides]) -> int:
        number = self.known.get(key)
        if number is None:
            number = self.known[key] = len(self.locations)
            self.locations.append(key)
            self.made[key[0]] += 1
        return number

    def location(self, number: int, offset: int | None, strides: Strides) -> int:
        """The location, or any byte of its object when there are too many or it makes no sense."""
        size = self.sizes[number]
        if offset is None or len(strides) > MOST_STRIDES:
            return self._intern((number, None, ()))
        for stride, count in strides:
            if count is None:
                offset %= stride
        key = (number, offset, strides)
        outside = offset < 0 or (size is not None and offset > size)
        if key not in self.known and (outside or self.made[number] >= MOST_LOCATIONS):
            return self._intern((number, None, ()))
        return self._intern(key)

    def public(self, location: int) -> Location:
        number, offset, strides = self.locations[location]
        return Location(self.objects[number], offset, strides)

    def image(self, bits: int, map: Map) -> int:
        """What the map makes of a set of locations."""
        if map == HERE:
            return bits
        memory = self.images.get(map)
        if memory is None:
            memory = self.images[map] = {}
        result = 0
        for location in bit_numbers(bits):
            image = memory.get(location)
            if image is None:
                image = memory[location] = self._image(location, map)
            result |= image
        return result

    def _image(self, location: int, map: Map) -> int:
        number, offset, strides = self.locations[location]
        if number == self.unknown and isinstance(map, Smear) and map.known:
            return 0
        if offset is None or isinstance(map, Smear) or isinstance(self.objects[number], FunctionObject):
            return self.any_bits[number]
        if isinstance(map, Path):
            return 1 << self.location(number, offset + map.offset, merged(strides, map.strides))
        return 1 << self._moved(number, offset, strides, map)

    def _moved(self, number: int, offset: int, strides: Strides, move: Move) -> int:
        index, scale = move.index, move.scale
        if index == 0 or scale == 0:
            return self.location(number, offset, strides)
        for position, (stride, count) in enumerate(strides):
            if (scale if index is None else scale * index) % stride == 0:
                if index is None or count is None or abs(index * scale) < count * stride:
                    return self.location(number, offset, strides)
                unbound = (*strides[:position], (stride, None), *strides[position + 1 :])
                return self.location(number, offset, unbound)
        if index is None:
            return self.location(number, None if strides or scale == 1 else offset, ((scale, None),))
        is_full = self.moved[number] >= MOST_MOVES
        if not strides and scale > 1 and (is_full or self.sizes[number] is None):
            return self.location(number, offset, ((scale, None),))
        if is_full:
            return self.location(number, None, ())
        before = self.made[number]
        result = self._shifted(number, offset, strides, index * scale)
        self.moved[number] += self.made[number] - before
        return result

    def _shifted(self, number: int, offset: int, strides: Strides, distance: int) -> int:
        """Moved by bytes that are not whole elements. Moving back may start one past an array, which
        counts as its start otherwise."""
        if distance < 0:
            is_unbound = bool(strides) and all(count is None for _, count in strides)
            if offset + distance < 0 and not is_unbound:
                return self.location(number, None, ())
            strides = tuple((stride, None if count is None else count + 1) for stride, count in strides)
        return self.location(number, offset + distance, strides)


def merged(one: Strides, other: Strides) -> Strides:
    if not other:
        return one
    counts: dict[int, int | None] = dict(one)
    for stride, count in other:
        known = counts.get(stride, 1)
        counts[stride] = None if count is None or known is None else known + count - 1
    return tuple(sorted(counts.items(), reverse=True))

"""What locations of points-to analysis stand for: the bytes they contain, and whether accesses may meet."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

from unthread.analysis.locations import DISJOINT, Location, Strides, overlap
from unthread.analysis.points_to import PointsTo
from unthread.analysis.points_to_values import accessed_bytes
from unthread.program.expressions import Place


def contains(location: Location, offset: int) -> bool:
    """A pointer to the location may point to the byte `offset`."""
    return location.offset is None or _reaches(offset - location.offset, location.strides)


def may_alias(pointers: PointsTo, one: Place, other: Place) -> bool:
    """Accesses to the two places may touch the same byte."""
    one_size, other_size = accessed_bytes(one)[1], accessed_bytes(other)[1]
    return any(
        overlap(location, one_size, candidate, other_size) != DISJOINT
        for location in pointers.places(one)
        for candidate in pointers.places(other)
    )


def _reaches(distance: int, strides: Strides) -> bool:
    if not strides:
        return distance == 0
    step = gcd(*(stride for stride, count in strides if count is None))
    if step:  # any multiple of it can be made up
        bounded = tuple((stride, count) for stride, count in strides if count is not None)
        return any((distance - moved) % step == 0 for moved in _sums(bounded))
    (stride, count), inner = strides[0], strides[1:]
    assert count is not None, "unbounded strides were handled above"
    span = sum((many - 1) * size for size, many in inner if many is not None)
    first, last = max(0, -((span - distance) // stride)), min(count - 1, distance // stride)
    return any(_reaches(distance - k * stride, inner) for k in range(first, last + 1))


def _sums(strides: Strides) -> Iterator[int]:
    if not strides:
        yield 0
        return
    for rest in _sums(strides[1:]):
        yield from (k * strides[0][0] + rest for k in range(strides[0][1] or 1))

"""Large objects that are used with unknown indices: arrays of the solver, with elements of some bytes.

In: an array, and the offset and size of an access in bytes. Out: the value, or the array after the write.
Nothing here changes an object.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import gcd

from unthread.core.diagnostics import Unsupported
from unthread.engine.encode.objects import ObjectLayer, Value
from unthread.engine.terms.domains import Strides
from unthread.engine.terms.nodes import Array, Bool, Int, unsigned_range
from unthread.engine.terms.terms import Terms

_MOST_SPLIT = 1024  # elements of an array that are split, one by one, because accesses have different sizes
_FEW = 8  # elements that are written one by one in any case
_MOST_LAID = 16_384  # elements that are written one by one


class Arrays:
    """`address` says what the bytes of a value are."""

    def __init__(self, terms: Terms, strides: Strides, address: Callable[[Value], Int]) -> None:
        self.terms = terms
        self.address = address
        self._strides = strides

    def fitting(self, array: Array, offset: Int, size: int) -> int:
        """Bytes of the elements that such accesses are made of, or lie inside one of."""
        width = array.element // 8
        if self._is_whole(array, offset, size) or self._is_inside(array, offset, size):
            return width
        step, rest = self._strides.of(offset)
        return gcd(width, size, rest, step)

    def _is_whole(self, array: Array, offset: Int, size: int) -> bool:
        """The access is made of whole elements."""
        width = array.element // 8
        step, rest = self._strides.of(offset)
        return rest % width == 0 and step % width == 0 and size % width == 0

    def _is_inside(self, array: Array, offset: Int, size: int) -> bool:
        """The access is a part of one element, which consists of such parts."""
        step, rest = self._strides.of(offset)
        return not (array.element // 8 % size or rest % size or step % size)

    def split(self, old: Array, most: int, size: int) -> Array:
        """Elements of so many bytes, which is a part of what they had; the object has `most` at most. A large
        array stays what it is, and is looked at in smaller parts."""
        terms, width = self.terms, old.element // 8
        count = -(-most // width)
        bits = (count * width // size).bit_length()
        if count > _MOST_SPLIT or not old.is_plain:
            return terms.viewed(old, bits, 8 * size)
        array = terms.array(bits, 8 * size, old.base)
        for index in range(count):
            whole = terms.loaded(old, terms.integer(index))
            for at in range(0, width, size):
                part = terms.extract(whole, 8 * at, 8 * size)
                array = terms.stored(array, terms.true, terms.integer((index * width + at) // size), part)
        return array

    def at(self, array: Array, offset: int, size: int) -> Int:
        """So many bytes at a known place, whatever the elements are."""
        terms, width = self.terms, array.element // 8
        first, end = offset // width, -(-(offset + size) // width)
        result = terms.loaded(array, terms.integer(first))
        for index in range(first + 1, end):
            piece = terms.loaded(array, terms.integer(index))
            result = terms.concat(piece, result, 8 * width * (index - first))
        return terms.extract(result, 8 * (offset - first * width), 8 * size)

    def laid_over(self, array: Array, layer: ObjectLayer) -> Array:
        """The array after many bytes were written at once."""
        width = array.element // 8
        whole = range(-(-layer.first // width), layer.end // width)  # elements that lie inside
        if len(whole) <= _FEW or not _is_uniform(layer, width, whole.start):
            if len(whole) > _MOST_LAID:
                what = f"a copy of {layer.end - layer.first} bytes to an object used with unknown indices"
                raise Unsupported(what)
            return self._each(array, layer, range(layer.first // width, -(-layer.end // width)))
        value = self._piece(layer, whole.start * width, width)
        array = self.terms.filled(array, layer.guard, whole.start, whole.stop, value)
        edges = (layer.first // width, layer.end // width)
        parts = [edge for edge in dict.fromkeys(edges) if edge not in whole and edge * width < layer.end]
        return self._each(array, layer, parts)

    def _piece(self, layer: ObjectLayer, at: int, size: int) -> Int:
        return self.terms.wrap(self.address(layer.content(at, size)), unsigned_range(8 * size))

    def _each(self, array: Array, layer: ObjectLayer, indices: Iterable[int]) -> Array:
        """Elements one by one, those at the ends perhaps in part."""
        terms, width = self.terms, array.element // 8
        for index in indices:
            low, high = max(layer.first, index * width), min(layer.end, (index + 1) * width)
            piece = self._piece(layer, low, high - low)
            if high - low < width:
                whole = terms.loaded(array, terms.integer(index))
                piece = self._with_bytes(whole, piece, low - index * width, high - low, width)
            array = terms.stored(array, layer.guard, terms.integer(index), piece)
        return array

    def load(self, array: Array, offset: Int, size: int) -> Int:
        terms, shift = self.terms, self._shift_in(array, offset, size)
        first, width = self._index(array, offset), array.element // 8
        if shift is not None:
            whole = terms.loaded(array, first)
            inside = terms.wrap(shift, (0, max(8 * width - 1, 1)))
            return terms.extract(terms.shift_right(whole, inside), 0, 8 * size)
        result = terms.loaded(array, first)
        for part in range(1, size // width):
            piece = terms.loaded(array, terms.add(first, terms.integer(part)))
            result = terms.concat(piece, result, 8 * part * width)
        return result

    def stored(self, array: Array, offset: Int, size: int, raw: Int, guard: Bool) -> Array:
        terms, shift = self.terms, self._shift_in(array, offset, size)
        first, width = self._index(array, offset), array.element // 8
        if shift is not None:
            whole = terms.loaded(array, first)
            result = whole
            for at in range(0, width, size):
                here = terms.equal(shift, terms.integer(8 * at))
                result = terms.choice(here, self._with_bytes(whole, raw, at, size, width), result)
            return terms.stored(array, guard, first, result)
        for part in range(size // width):
            piece = terms.extract(raw, 8 * part * width, 8 * width)
            array = terms.stored(array, guard, terms.add(first, terms.integer(part)), piece)
        return array

    def _index(self, array: Array, offset: Int) -> Int:
        """The number of the element that a byte lies in."""
        width = self.terms.integer(array.element // 8)
        return self.terms.quotient(offset, width, (min(offset.lo, 0), max(offset.hi, 0)))

    def _shift_in(self, array: Array, offset: Int, size: int) -> Int | None:
        """By how many bits the access lies inside one element; None if it is made of whole elements."""
        if self._is_whole(array, offset, size):
            return None
        terms = self.terms
        return terms.multiply(terms.remainder(offset, terms.integer(array.element // 8)), terms.integer(8))

    def _with_bytes(self, whole: Int, raw: Int, at: int, size: int, width: int) -> Int:
        """An element with some of its bytes replaced."""
        terms = self.terms
        result = raw
        if at:
            result = terms.concat(result, terms.extract(whole, 0, 8 * at), 8 * at)
        done = at + size
        if done < width:
            result = terms.concat(terms.extract(whole, 8 * done, 8 * (width - done)), result, 8 * done)
        return result


def _is_uniform(layer: ObjectLayer, width: int, first: int) -> bool:
    """All elements are the same from this one on."""
    period = layer.period
    return period is not None and width % period == 0 and (first * width - layer.first) % period == 0

"""Terms: Booleans and integers that fold as they are built, each shared by all who build it.

C's wrapping is an argument of the operations: a result outside `within` is wrapped into it. Where the exact
result fits, nothing wraps.
"""

from __future__ import annotations

from collections.abc import Callable

from unthread.engine.terms.logic import Logic
from unthread.engine.terms.nodes import (
    Array,
    Bool,
    Int,
    Op,
    Range,
    is_exact,
    is_pair,
    signed_range,
    unsigned_range,
    wrapped,
)


class Terms(Logic):
    """Booleans come from `Logic`; here is what is computed with integers, arrays and floating numbers."""

    # ---- arithmetic

    def _folded(
        self, a: Int, b: Int, function: Callable[[int, int], int], within: Range | None
    ) -> Int | None:
        """Constants, and choices between constants, are computed at once."""
        if a.op is Op.CONSTANT and b.op is Op.CONSTANT:
            value = function(a.lo, b.lo)
            return self.integer(value if within is None else wrapped(value, within))
        if b.op is Op.CONSTANT and is_pair(a):
            test, x, y = a.args
            left, right = self._folded(x, b, function, within), self._folded(y, b, function, within)  # type: ignore[arg-type]
        elif a.op is Op.CONSTANT and is_pair(b):
            test, x, y = b.args
            left, right = self._folded(a, x, function, within), self._folded(a, y, function, within)  # type: ignore[arg-type]
        else:
            return None
        assert isinstance(test, Bool)
        assert left is not None
        assert right is not None
        return self.choice(test, left, right)

    def add(self, a: Int, b: Int, within: Range | None = None) -> Int:
        found = self._folded(a, b, lambda x, y: x + y, within)
        if found is not None:
            return found
        if a.op is Op.CONSTANT:
            a, b = b, a
        if b.op is Op.CONSTANT:
            if b.lo == 0:
                return self.wrap(a, within)
            if a.op is Op.ADD and a.args[1].op is Op.CONSTANT and is_exact(a):  # type: ignore[union-attr]
                x, k = a.args
                return self.add(x, self.integer(k.lo + b.lo), within)  # type: ignore[arg-type, union-attr]
        elif a.number > b.number:
            a, b = b, a
        return self._fit(Op.ADD, (a, b), (a.lo + b.lo, a.hi + b.hi), within)

    def subtract(self, a: Int, b: Int, within: Range | None = None) -> Int:
        if b.op is Op.CONSTANT:
            return self.add(a, self.integer(-b.lo), within)
        if a is b:
            return self.zero
        found = self._folded(a, b, lambda x, y: x - y, within)
        if found is not None:
            return found
        return self._fit(Op.SUBTRACT, (a, b), (a.lo - b.hi, a.hi - b.lo), within)

    def multiply(self, a: Int, b: Int, within: Range | None = None) -> Int:
        found = self._folded(a, b, lambda x, y: x * y, within)
        if found is not None:
            return found
        if a.op is Op.CONSTANT:
            a, b = b, a
        if b.op is Op.CONSTANT and b.lo in (0, 1):
            return self.wrap(a, within) if b.lo else self.zero
        if b.op is not Op.CONSTANT and a.number > b.number:
            a, b = b, a
        corners = (a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi)
        return self._fit(Op.MULTIPLY, (a, b), (min(corners), max(corners)), within)

    def _fit(self, op: Op, args: tuple[Int, Int], exact: Range, within: Range | None) -> Int:
        if within is None or (within[0] <= exact[0] and exact[1] <= within[1]):
            return self._int(op, args, exact)
        return self._int(op, args, within, "wrapped")

    def wrap(self, a: Int, within: Range | None) -> Int:
        """The value of the range that equals `a` in its low bits."""
        if within is None or (within[0] <= a.lo and a.hi <= within[1]):
            return a
        lo, hi = within
        count = hi - lo + 1
        if a.op is Op.CONSTANT:
            return self.integer(wrapped(a.lo, within))
        rounds = (a.lo - lo) // count
        if (a.hi - lo) // count == rounds:
            return self.add(a, self.integer(-rounds * count))
        if a.op is Op.CHOICE and (a.args[1].op is Op.CONSTANT or a.args[2].op is Op.CONSTANT):  # type: ignore[union-attr]
            test, x, y = a.args
            return self.choice(test, self.wrap(x, within), self.wrap(y, within))  # type: ignore[arg-type]
        if a.op is Op.WRAP and a.data is None:
            inner = a.args[0]
            assert isinstance(inner, Int)
            if (a.hi - a.lo + 1) >= count:
                return self.wrap(inner, within)
        return self._int(Op.WRAP, (a,), within)

    def narrow(self, a: Int, lo: int, hi: int) -> Int:
        """The same value, which is known to lie between these bounds as well."""
        lo, hi = max(lo, a.lo), min(hi, a.hi)
        if (lo, hi) == (a.lo, a.hi) or lo > hi:
            return a
        return self._int(Op.WRAP, (a,), (lo, hi), "narrow")

    def quotient(self, a: Int, b: Int, within: Range) -> Int:
        """C's division; whatever, where `b` is zero."""
        found = self._folded(a, b, _quotient, within)
        if found is not None:
            return found
        if b.op is Op.CONSTANT and b.lo == 1:
            return self.wrap(a, within)
        if b.op is Op.CONSTANT and a.lo >= 0 and b.lo > 0 and b.lo & (b.lo - 1) == 0:
            return self.shift_right(a, self.integer(b.lo.bit_length() - 1))
        most = max(abs(a.lo), abs(a.hi))
        exact = (-most if a.lo < 0 or b.lo < 0 else 0), most
        if a.lo >= 0 and b.lo > 0:
            exact = a.lo // b.hi, a.hi // b.lo
        elif b.lo > 0:
            exact = _quotient(a.lo, b.lo) if a.lo < 0 else 0, _quotient(a.hi, b.lo) if a.hi > 0 else 0
        return self.wrap(self._int(Op.QUOTIENT, (a, b), exact), within)

    def remainder(self, a: Int, b: Int) -> Int:
        """C's remainder; whatever, where `b` is zero."""
        found = self._folded(a, b, _remainder, None)
        if found is not None:
            return found
        if b.op is Op.CONSTANT and a.lo >= 0 and b.lo > 0:
            if a.hi < b.lo:
                return a
            if b.lo & (b.lo - 1) == 0:
                return self.bit_and(a, self.integer(b.lo - 1))
        most = max(abs(b.lo), abs(b.hi), 1) - 1
        return self._int(
            Op.REMAINDER, (a, b), (max(min(a.lo, 0), -most) if a.lo < 0 else 0, min(max(a.hi, 0), most))
        )

    # ---- bits

    def bit_and(self, a: Int, b: Int) -> Int:
        found = self._folded(a, b, lambda x, y: x & y, None)
        if found is not None:
            return found
        if a is b:
            return a
        if a.op is Op.CONSTANT:
            a, b = b, a
        if b.op is Op.CONSTANT:
            if b.lo == 0:
                return b
            if b.lo > 0 and b.lo & (b.lo + 1) == 0:
                if a.lo >= 0 and a.hi <= b.lo:
                    return a
                return self.extract(a, 0, b.lo.bit_length())
        elif a.number > b.number:
            a, b = b, a
        bounds = [x.hi for x in (a, b) if x.lo >= 0]
        within = (0, min(bounds)) if bounds else signed_range(max(a.width, b.width))
        return self._int(Op.BIT_AND, (a, b), within)

    def bit_or(self, a: Int, b: Int) -> Int:
        found = self._folded(a, b, lambda x, y: x | y, None)
        if found is not None:
            return found
        if a is b or (b.op is Op.CONSTANT and b.lo == 0):
            return a
        if a.op is Op.CONSTANT and a.lo == 0:
            return b
        if a.number > b.number:
            a, b = b, a
        return self._int(Op.BIT_OR, (a, b), self._bitwise_range(a, b))

    def bit_xor(self, a: Int, b: Int) -> Int:
        found = self._folded(a, b, lambda x, y: x ^ y, None)
        if found is not None:
            return found
        if a is b:
            return self.zero
        if a.number > b.number:
            a, b = b, a
        return self._int(Op.BIT_XOR, (a, b), self._bitwise_range(a, b))

    def _bitwise_range(self, a: Int, b: Int) -> Range:
        if a.lo >= 0 and b.lo >= 0:
            return unsigned_range(max(a.width, b.width))
        return signed_range(max(x.width + (x.lo >= 0) for x in (a, b)))

    def shift_left(self, a: Int, amount: Int, within: Range) -> Int:
        """The amount is at least 0 and less than the width of the range."""
        if amount.op is Op.CONSTANT:
            return self.multiply(a, self.integer(1 << amount.lo), within)
        if a.op is Op.CONSTANT and a.lo == 0:
            return a
        return self._int(Op.SHIFT_LEFT, (a, amount), within, "wrapped")

    def shift_right(self, a: Int, amount: Int) -> Int:
        """Towards minus infinity; the amount is not negative."""
        found = self._folded(a, amount, lambda x, y: x >> y, None)
        if found is not None:
            return found
        if amount.op is Op.CONSTANT:
            if amount.lo == 0:
                return a
            return self._int(Op.SHIFT_RIGHT, (a, amount), (a.lo >> amount.lo, a.hi >> amount.lo))
        return self._int(Op.SHIFT_RIGHT, (a, amount), (min(a.lo, 0), max(a.hi, 0)))

    def extract(self, a: Int, start: int, bits: int) -> Int:
        """`bits` bits from bit `start` on, of the two's complement, as a number from 0 up."""
        mask = (1 << bits) - 1
        if a.op is Op.CONSTANT:
            return self.integer(a.lo >> start & mask)
        if start == 0 and a.lo >= 0 and a.hi <= mask:
            return a
        if a.lo >= 0 and a.hi >> start == 0:
            return self.zero
        if is_pair(a):
            test, x, y = a.args
            return self.choice(test, self.extract(x, start, bits), self.extract(y, start, bits))  # type: ignore[arg-type]
        if a.op is Op.EXTRACT:
            inner, first = a.args[0], a.data
            assert isinstance(inner, Int)
            assert isinstance(first, tuple)
            if start + bits <= first[1]:
                return self.extract(inner, first[0] + start, bits)
        if a.op is Op.CONCAT:
            high, low = a.args
            assert isinstance(high, Int)
            assert isinstance(low, Int)
            size = a.data
            assert isinstance(size, int)
            if start >= size:
                return self.extract(high, start - size, bits)
            if start + bits <= size:
                return self.extract(low, start, bits)
        if a.op is Op.WRAP and a.data is None and isinstance(a.args[0], Int) and start + bits <= a.width:
            return self.extract(a.args[0], start, bits)
        hi = min(mask, a.hi >> start) if a.lo >= 0 else mask
        return self._int(Op.EXTRACT, (a,), (0, hi), (start, bits))

    def concat(self, high: Int, low: Int, low_bits: int) -> Int:
        """high * 2**low_bits + low, of numbers that are not negative, the low one within its bits."""
        if high.op is Op.CONSTANT and low.op is Op.CONSTANT:
            return self.integer(high.lo << low_bits | low.lo)
        if high.op is Op.CONSTANT and high.lo == 0:
            return low
        if high.op is Op.EXTRACT:
            source, data = high.args[0], high.data
            assert isinstance(source, Int)
            assert isinstance(data, tuple)
            start, bits = data
            if low.op is Op.EXTRACT and low.args[0] is source and low.data == (start - low_bits, low_bits):
                return self.extract(source, start - low_bits, bits + low_bits)
            if low is source and start == low_bits:
                return self.extract(source, 0, bits + low_bits)
        return self._int(
            Op.CONCAT,
            (high, low),
            (high.lo << low_bits, (high.hi << low_bits) + (1 << low_bits) - 1),
            low_bits,
        )

    # ---- numbers of floating types and arrays

    def float_operation(self, what: object, args: tuple[Int, ...], bits: int) -> Int:
        """A result that is bits of a floating format, or of an integer type where `what` says so."""
        self.has_floats = True
        return self._int(Op.FLOAT, args, unsigned_range(bits), what)

    def float_integer(self, what: object, args: tuple[Int, ...], within: Range) -> Int:
        self.has_floats = True
        return self._int(Op.FLOAT, args, within, what)

    def float_test(self, what: object, args: tuple[Int, ...]) -> Bool:
        return self._bool(Op.FLOAT_TEST, args, what)

    def array(self, index: int, element: int, base: object) -> Array:
        return Array(index, element, base, None, self._next())

    def stored(self, array: Array, guard: Bool, index: Int, value: Int) -> Array:
        if guard is self.false:
            return array
        return Array(array.index, array.element, array.base, (array, guard, index, value), self._next())

    def filled(self, array: Array, guard: Bool, first: int, end: int, value: Int) -> Array:
        """The elements from `first` up to `end` have the value, where the guard holds."""
        if guard is self.false or first >= end:
            return array
        filled = array, guard, first, end, value
        return Array(array.index, array.element, array.base, None, self._next(), filled=filled)

    def viewed(self, array: Array, index: int, element: int) -> Array:
        """The same array, in smaller elements."""
        return Array(index, element, array.base, None, self._next(), array)

    def loaded(self, array: Array, index: Int) -> Int:
        if not array.is_plain:
            return self._looked_up(array, index)
        return self._int(Op.SELECT, (array, index), unsigned_range(array.element))

    def _looked_up(self, array: Array, index: Int) -> Int:
        """What was stored there last, or lies there in what the array is a view of."""
        stores: list[tuple[Bool, Int]] = []
        result: Int | None = None
        while result is None and (array.store is not None or array.filled is not None):
            if array.store is not None:
                array, guard, at, value = array.store
                here = self.both(guard, self.equal(at, index))
            else:
                assert array.filled is not None, "one of the two"
                array, guard, first, end, value = array.filled
                is_before = self.less(index, self.integer(end))
                here = self.all((guard, self.at_most(self.integer(first), index), is_before))
            if here is self.true:
                result = value
            stores.append((here, value))
        if result is None:
            result = self._seen_through(array, index) if array.viewed else self.loaded(array, index)
        for condition, value in reversed(stores):
            result = self.choice(condition, value, result)
        return result

    def _seen_through(self, array: Array, index: Int) -> Int:
        assert array.viewed is not None, "the others are plain"
        parts = array.viewed.element // array.element
        count = self.integer(parts)
        inside = self.narrow(index, 0, max(index.hi, 0))  # others are no valid accesses
        whole = self.loaded(array.viewed, self.quotient(inside, count, (0, max(index.hi, 1))))
        by = self.multiply(self.remainder(inside, count), self.integer(array.element))
        by = self.narrow(by, 0, array.viewed.element - 1)
        return self.extract(self.shift_right(whole, by), 0, array.element)


def _quotient(a: int, b: int) -> int:
    if b == 0:
        return 0
    whole = abs(a) // abs(b)
    return whole if (a < 0) == (b < 0) else -whole


def _remainder(a: int, b: int) -> int:
    if b == 0:
        return 0
    rest = abs(a) % abs(b)
    return -rest if a < 0 else rest

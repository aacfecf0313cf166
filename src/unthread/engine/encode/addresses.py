"""Where objects lie: pointers as integers, integers as pointers, and how they compare.

A pointer is the number of an object and an offset; its address, for programs that ask, is `number << shift`
plus the offset, as in the interpreter.
"""

from __future__ import annotations

from unthread.core.source import DataModel
from unthread.engine.encode.objects import Pointer, SymbolicObject, Targets, Value
from unthread.engine.terms.domains import is_undefined, leaves_of, values_of
from unthread.engine.terms.nodes import Bool, Int, Op, unsigned_range
from unthread.engine.terms.terms import Terms
from unthread.values.scalars import addresses_of_nothing

_MOST_TARGETS = 128  # of a pointer, one by one


class Addresses:
    def __init__(self, terms: Terms, data_model: DataModel) -> None:
        self.terms = terms
        wide = data_model is DataModel.M64
        self.shift, self.bits = (32, 64) if wide else (12, 32)
        self.null = Pointer(terms.zero, terms.zero, frozenset())
        self._next = 2 if wide else 16
        # Numbers from the first to before the second are no addresses of objects.
        self._never = (-1 << 62 if wide else -1 << 31), self._next << self.shift
        self._starts: dict[int, int] = {}  # further granules of large objects
        self._pointers: dict[int, Pointer] = {}  # by the number of the term of their address
        self._nothing: dict[int, Bool] = {}  # by the number of the term
        self._kept: list[Int] = []

    def allot(self, most: int) -> int:
        """The number of a new object, which has room for so many bytes."""
        number = self._next
        granules = (most >> self.shift) + 1
        for further in range(1, granules):
            self._starts[number + further] = number
        self._next += granules + 1
        return number

    # ---- pointers and integers

    def pointer_to(self, item: SymbolicObject) -> Pointer:
        return Pointer(self.terms.integer(item.number), self.terms.zero, frozenset({(item.number, 0)}))

    def is_known(self, address: Int) -> bool:
        """The program has made this integer from a pointer, or used it as one."""
        return address.number in self._pointers

    def address(self, value: Value) -> Int:
        """The value as an integer."""
        if isinstance(value, Int):
            return value
        terms = self.terms
        base = terms.multiply(value.object, terms.integer(1 << self.shift))
        result = terms.add(base, value.offset, unsigned_range(self.bits))
        if not result.is_constant and result.number not in self._pointers:
            self._pointers[result.number] = value
            self._kept.append(result)
        return result

    def pointer(self, value: Value) -> Pointer:
        """An integer as a pointer."""
        if isinstance(value, Pointer):
            return value
        value = self.terms.wrap(value, unsigned_range(self.bits))
        found = self._pointers.get(value.number)
        if found is None:
            found = self._pointers[value.number] = self._as_pointer(value)
            self._kept.append(value)
        return found

    def _as_pointer(self, value: Int) -> Pointer:
        terms = self.terms
        if value.op is Op.CONSTANT:
            granule, offset = value.lo >> self.shift, value.lo & ((1 << self.shift) - 1)
            start = self._starts.get(granule, granule)
            offset += (granule - start) << self.shift
            return Pointer(terms.integer(start), terms.integer(offset), frozenset({(start, offset)}))
        if value.op is Op.CHOICE:
            test, then, otherwise = value.args
            assert isinstance(test, Bool)
            assert isinstance(then, Int)
            assert isinstance(otherwise, Int)
            chosen = self.choice(test, self.pointer(then), self.pointer(otherwise))
            assert isinstance(chosen, Pointer)
            return chosen
        if value.op is Op.ADD and value.data != "wrapped":
            for base, moved in (value.args, value.args[::-1]):
                assert isinstance(base, Int)
                assert isinstance(moved, Int)
                found = self._pointers.get(base.number)
                if found is not None and (found.object.lo > 0 or found.object.hi > 0):
                    return self.moved(found, moved)
        number = terms.extract(value, self.shift, self.bits - self.shift)
        if is_undefined(value):
            low = terms.extract(value, 0, self.shift) if self._is_never_object(value) else terms.zero
            return Pointer(number, low, frozenset())
        return self._in_large_objects(value, Pointer(number, terms.extract(value, 0, self.shift)))

    def _is_never_object(self, value: Int) -> bool:
        """A number of few bits, also with its sign: no object lies there, whatever it is."""
        lowest, first = self._never
        parts = (value, value.args[0]) if value.op is Op.WRAP else (value,)
        return any(isinstance(part, Int) and lowest <= part.lo and part.hi < first for part in parts)

    def is_no_object(self, value: Value) -> Bool:
        """What must hold of an integer where it is used as a pointer: bits that were never set point to
        nothing. Such a pointer has one of the addresses where no object ever lies (in the interpreter
        neither), and of these one that is a whole number of granules: then its offset is 0, and does not blur
        those of the pointers to objects that might be in its place. What is lost thereby are executions
        that tell such addresses apart by their low bits. Of a pointer that was written in part, it counts
        whether the bits that say which object were written."""
        if isinstance(value, Pointer):
            return self.terms.true
        known = self._nothing.get(value.number)
        if known is None:
            known = self._nothing[value.number] = self._is_no_object(value)
            self._kept.append(value)
        return known

    def _is_no_object(self, value: Int) -> Bool:
        terms = self.terms
        if value.op is Op.CHOICE:
            test, then, otherwise = value.args
            assert isinstance(test, Bool)
            assert isinstance(then, Int)
            assert isinstance(otherwise, Int)
            return terms.select(test, self.is_no_object(then), self.is_no_object(otherwise))
        number = terms.extract(value, self.shift, self.bits - self.shift)
        if not is_undefined(number) or self._is_never_object(value):
            return terms.true
        low, high = addresses_of_nothing(self.bits // 8)
        nowhere = terms.either(
            terms.less(number, terms.integer((low.stop - 1 >> self.shift) + 1)),
            terms.at_most(terms.integer(high.start >> self.shift), number),
        )
        rest = terms.extract(value, 0, self.shift) if is_undefined(value) else terms.zero
        return terms.both(terms.equal(rest, terms.zero), nowhere)

    def lacks_low_bits(self, a: Value, b: Value) -> Bool:
        """One of the two was never written and leads to nothing, and the other is an address where no object
        lies, with bits that `is_no_object` leaves to no such pointer."""
        return self.terms.either(self._lacks_low_bits(a, b), self._lacks_low_bits(b, a))

    def _lacks_low_bits(self, unwritten: Value, other: Value) -> Bool:
        terms = self.terms
        known = other if isinstance(other, Pointer) or other.is_constant else None
        if known is None:
            return terms.false
        place = self.pointer(known)
        if not (place.object.is_constant and place.offset.is_constant and place.offset.lo):
            return terms.false
        nowhere = addresses_of_nothing(self.bits // 8)
        if not any(place.object.lo << self.shift in range for range in nowhere):
            return terms.false
        if isinstance(unwritten, Pointer):
            is_free = is_undefined(unwritten.offset)
            return terms.false if is_free else self._is_undefined(unwritten.object)
        used = self._nothing.get(unwritten.number, terms.true)
        return terms.false if used is terms.true else self._is_undefined(self.pointer(unwritten).object)

    def stays_nowhere(self, pointer: Pointer) -> Bool:
        """What must hold where a pointer is followed: one to nothing that was moved far still leads nowhere.
        There is such a pointer however far it is moved, so that no wrong access is lost."""
        terms, offset = self.terms, pointer.offset
        if offset.lo >= 0 and offset.hi < 1 << self.shift:
            return terms.true
        is_nothing = self._is_undefined(pointer.object)
        if is_nothing is terms.false:
            return terms.true
        low, high = addresses_of_nothing(self.bits // 8)
        address = self.address(pointer)
        nowhere = terms.either(
            terms.less(address, terms.integer(low.stop)),
            terms.at_most(terms.integer(high.start - (high.stop - high.start)), address),
        )
        return terms.implies(is_nothing, nowhere)

    def _is_undefined(self, number: Int) -> Bool:
        """The object is none, by the bits that were never set."""
        terms = self.terms
        if number.op is not Op.CHOICE:
            return terms.boolean(is_undefined(number))
        if not leaves_of(number).is_open:
            return terms.false
        test, then, otherwise = number.args
        assert isinstance(test, Bool)
        assert isinstance(then, Int)
        assert isinstance(otherwise, Int)
        return terms.select(test, self._is_undefined(then), self._is_undefined(otherwise))

    def _in_large_objects(self, value: Int, plain: Pointer) -> Pointer:
        """Objects larger than a page have several granules, and count from the first."""
        terms = self.terms
        lasts: dict[int, int] = {}  # of each large object
        for further, start in self._starts.items():
            lasts[start] = max(further, lasts.get(start, start))
        granule, number, offset = plain.object, plain.object, plain.offset
        for start, last in lasts.items():
            inside = terms.both(
                terms.at_most(terms.integer(start), granule), terms.at_most(granule, terms.integer(last))
            )
            number = terms.choice(inside, terms.integer(start), number)
            moved = terms.subtract(value, terms.integer(start << self.shift))
            offset = terms.choice(inside, moved, offset)
        return Pointer(number, offset)

    # ---- with pointers

    def moved(self, pointer: Pointer, by: Int) -> Pointer:
        return Pointer(pointer.object, self.terms.add(pointer.offset, by), _moved(pointer.targets, by))

    def choice(self, test: Bool, then: Value, otherwise: Value) -> Value:
        terms = self.terms
        if isinstance(then, Int) and isinstance(otherwise, Int):
            return terms.choice(test, then, otherwise)
        if isinstance(then, Pointer) and isinstance(otherwise, Pointer):
            return Pointer(
                terms.choice(test, then.object, otherwise.object),
                terms.choice(test, then.offset, otherwise.offset),
                _either(then.targets, otherwise.targets),
            )
        if not all(self.is_no_object(value) is terms.true for value in (then, otherwise)):
            return terms.choice(test, self.address(then), self.address(otherwise))  # decided where it is read
        return self.choice(test, self.pointer(then), self.pointer(otherwise))

    def equal(self, a: Value, b: Value) -> Bool:
        if isinstance(a, Int) and isinstance(b, Int):
            return self.terms.equal(a, b)
        one, other = self.pointer(a), self.pointer(b)
        if self._is_plain(one) and self._is_plain(other):
            terms = self.terms
            return terms.both(terms.equal(one.object, other.object), terms.equal(one.offset, other.offset))
        return self.terms.equal(self.address(one), self.address(other))

    def less(self, a: Value, b: Value) -> Bool:
        if isinstance(a, Pointer) and isinstance(b, Pointer) and a.object is b.object:
            return self.terms.less(a.offset, b.offset)
        return self.terms.less(self.address(a), self.address(b))

    def _is_plain(self, pointer: Pointer) -> bool:
        """The address says object and offset: no other pair has it."""
        return pointer.offset.lo >= 0 and pointer.offset.hi < 1 << self.shift


def _either(one: Targets, other: Targets) -> Targets:
    if one is None or other is None:
        return None
    found = one | other
    return found if len(found) <= _MOST_TARGETS else None


def _moved(targets: Targets, by: Int) -> Targets:
    if targets is None or not targets:
        return targets
    steps = values_of(by)
    if steps is None or len(steps) * len(targets) > _MOST_TARGETS:
        return None
    return frozenset((number, offset + step) for number, offset in targets for step in steps)

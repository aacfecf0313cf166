"""Memory as terms: objects, pointers into them, and what lies where.

A pointer is the number of an object and an offset; its address, for programs that ask, is
`number << shift` plus the offset, as in the interpreter. An object holds cells, made when they are first
touched: a value of so many bytes at a constant offset. Accesses that do not fit the cells take them apart and
put them together bit by bit. A pointer that may point to several places is followed to each of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from math import gcd
from typing import TypeAlias

from unthread.core.diagnostics import Unsupported
from unthread.core.records import dataclass
from unthread.core.source import DataModel
from unthread.engine.terms.domains import Strides, is_undefined, leaves_of, values_of
from unthread.engine.terms.nodes import Array, Bool, Int, Op, unsigned_range
from unthread.engine.terms.terms import Terms
from unthread.program.instructions import Region
from unthread.values.scalars import addresses_of_nothing

_LONGEST_STRING = 256  # bytes of an object whose end is looked for at once
_MOST_CELLS = 256  # that an access with an unknown index may reach before its object becomes an array
_MOST_TARGETS = 256  # objects that a pointer may lead to
_MOST_SPLIT = 1024  # elements of an array that are split because accesses have different sizes


@dataclass(frozen=True, slots=True)
class Pointer:
    object: Int
    offset: Int


Value: TypeAlias = Int | Pointer


@dataclass(slots=True, eq=False)
class Object:
    """`undefined`: what nobody has written holds any value, otherwise zero. `alive` may depend on what was
    executed. Large objects that are used with unknown indices become an `array`."""

    number: int
    size: Int
    name: str
    undefined: bool
    read_only: bool = False
    is_function: bool = False
    is_static: bool = False  # a global variable of the program, not of the models
    region: Region | None = None  # of what was allocated
    made: Bool | None = None  # of the heap: that it was allocated
    is_shared: bool = True  # its address is known outside of its own frame
    alive: Bool | None = None  # None: always
    cells: dict[int, tuple[int, Value]] = field(default_factory=dict)
    cover: dict[int, int] = field(default_factory=dict)  # byte → start of the cell it belongs to
    array: Array | None = None
    unknown: list[tuple[int, int, Int]] = field(default_factory=list)  # offset, size and first value
    heirs: dict[int, Bool] = field(default_factory=dict)  # objects that began when this one had ended

    @property
    def element(self) -> int:
        """Bytes of an element of the array."""
        assert self.array is not None
        return self.array.element // 8


_Contents: TypeAlias = tuple[dict[int, tuple[int, Value]], dict[int, int], Array | None, Bool | None]


@dataclass(frozen=True, slots=True)
class Reach:
    """An access may go to bytes of `item`: where `condition` holds, at `offset`."""

    item: Object
    condition: Bool
    offset: Int


class Memory:
    def __init__(self, terms: Terms, data_model: DataModel) -> None:
        self.terms = terms
        wide = data_model is DataModel.M64
        self.shift, self.bits = (32, 64) if wide else (12, 32)
        self.objects: dict[int, Object] = {}
        self._starts: dict[int, int] = {}  # further granules of large objects
        self._next = 2 if wide else 16
        self._pointers: dict[int, Pointer] = {}  # by the number of the term of their address
        self._kept: list[Int] = []
        self._strides = Strides()
        self.null = Pointer(terms.zero, terms.zero)
        self._noted: dict[int, _Contents] | None = None
        self._nothing: dict[int, Bool] = {}  # by the number of the term
        self.has_guessed = False  # a pointer was followed that may have any value
        self.ended: Mapping[int, Bool] = {}  # by the thread that runs: others do not know of it yet

    # ---- objects

    def create(self, size: Int, name: str, undefined: bool = False, most: int | None = None) -> Object:
        granules = ((size.hi if most is None else most) >> self.shift) + 1
        item = Object(self._next, size, name, undefined)
        self.objects[item.number] = item
        for further in range(1, granules):
            self._starts[item.number + further] = item.number
        self._next += granules + 1
        return item

    def has_unfreed(self) -> Bool:
        """Something is still on the heap."""
        terms = self.terms
        return terms.any(
            item.made if item.alive is None else terms.both(item.made, item.alive)
            for item in self.objects.values()
            if item.region is Region.HEAP and item.made is not None
        )

    def pointer_to(self, item: Object) -> Pointer:
        return Pointer(self.terms.integer(item.number), self.terms.zero)

    def remember(self) -> None:
        """From now on, what changes is noted for `put_back`."""
        self._noted = {}

    def note(self, item: Object) -> None:
        """The object is about to change."""
        if self._noted is not None and item.number not in self._noted:
            self._noted[item.number] = dict(item.cells), dict(item.cover), item.array, item.alive

    def put_back(self) -> None:
        assert self._noted is not None, "somebody has remembered"
        for number, (cells, cover, array, alive) in self._noted.items():
            item = self.objects[number]
            item.cells, item.cover, item.array, item.alive = cells, cover, array, alive
        self._noted = None

    # ---- pointers

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
            return Pointer(terms.integer(start), terms.integer(offset + ((granule - start) << self.shift)))
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
                    return Pointer(found.object, terms.add(found.offset, moved))
        number = terms.extract(value, self.shift, self.bits - self.shift)
        if is_undefined(value):
            return Pointer(number, terms.zero)
        return self._in_large_objects(value, Pointer(number, terms.extract(value, 0, self.shift)))

    def is_no_object(self, value: Value) -> Bool:
        """What must hold of an integer where it is used as a pointer: bits that nobody has set point to
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
        if not is_undefined(number):
            return terms.true
        low, high = addresses_of_nothing(self.bits // 8)
        nowhere = terms.either(
            terms.less(number, terms.integer((low.stop - 1 >> self.shift) + 1)),
            terms.at_most(terms.integer(high.start >> self.shift), number),
        )
        rest = terms.extract(value, 0, self.shift) if is_undefined(value) else terms.zero
        return terms.both(terms.equal(rest, terms.zero), nowhere)

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
        """The object is none, by the bits that nobody has set."""
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

    def moved(self, pointer: Pointer, by: Int) -> Pointer:
        return Pointer(pointer.object, self.terms.add(pointer.offset, by))

    def choice(self, test: Bool, then: Value, otherwise: Value) -> Value:
        terms = self.terms
        if isinstance(then, Int) and isinstance(otherwise, Int):
            return terms.choice(test, then, otherwise)
        if isinstance(then, Pointer) and isinstance(otherwise, Pointer):
            return Pointer(
                terms.choice(test, then.object, otherwise.object),
                terms.choice(test, then.offset, otherwise.offset),
            )
        if not all(self.is_no_object(value) is terms.true for value in (then, otherwise)):
            return terms.choice(test, self.address(then), self.address(otherwise))  # whoever reads it decides
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

    def begin(self, item: Object, guard: Bool, ending: Mapping[int, Bool]) -> None:
        """The life of an object begins where `guard` holds: it may get the address of any that has ended, or
        is in `ending`, which has no effect here, so that it is told where it would be noticed."""
        terms = self.terms
        for number, other in self.objects.items():
            over = ending.get(number, terms.false)
            if other.alive is not None:
                over = terms.either(over, other.alive.inverse)
            over = terms.both(guard, over)
            if over is not terms.false and other is not item:
                other.heirs[item.number] = terms.either(other.heirs.get(item.number, terms.false), over)

    def may_share_address(self, a: Value, b: Value) -> Bool:
        """The two are addresses of different objects, one of which began when the other had ended."""
        terms = self.terms
        if not any(item.heirs for item in self.objects.values()):
            return terms.false
        ours, theirs = self._pointed_by(a), self._pointed_by(b)
        return terms.any(
            terms.all((condition, other_condition, began))
            for one, condition in ours.items()
            for other, other_condition in theirs.items()
            for began in (self.objects[one].heirs.get(other), self.objects[other].heirs.get(one))
            if began is not None
        )

    def _pointed_by(self, value: Value) -> dict[int, Bool]:
        """The objects that an address is known to be one of, each with the condition that it is."""
        if not isinstance(value, Int):
            return self._objects_of(value)
        found: dict[Int, dict[int, Bool]] = {}  # each term once: sides are shared
        work = [value]
        while work:
            term = work[-1]
            sides = self._sides(term)
            waiting = [side for side in sides if side not in found]
            if waiting:
                work += waiting
                continue
            if term not in found:
                found[term] = self._chosen(term, [found[side] for side in sides])
            work.pop()
        return found[value]

    def _sides(self, value: Int) -> list[Int]:
        """What a choice between integers that may be addresses chooses from."""
        if value.op is not Op.CHOICE or value.number in self._pointers or value.hi < 1 << self.shift:
            return []
        return [side for side in value.args[1:] if isinstance(side, Int)]

    def _chosen(self, value: Int, sides: list[dict[int, Bool]]) -> dict[int, Bool]:
        terms = self.terms
        if not sides:
            is_address = value.number in self._pointers or (
                value.op is Op.CONSTANT and value.lo >> self.shift in self.objects
            )
            return self._objects_of(self.pointer(value)) if is_address else {}
        test = value.args[0]
        assert isinstance(test, Bool)
        found = {n: terms.both(test, met) for n, met in sides[0].items()}
        for n, met in sides[1].items():
            here = terms.both(test.inverse, met)
            found[n] = terms.either(found[n], here) if n in found else here
        return found

    def _objects_of(self, pointer: Pointer) -> dict[int, Bool]:
        leaves = leaves_of(pointer.object)
        numbers = set(leaves.values)
        if leaves.is_full:
            numbers.update(n for n in self.objects if pointer.object.lo <= n <= pointer.object.hi)
        equal, integer = self.terms.equal, self.terms.integer
        return {n: equal(pointer.object, integer(n)) for n in numbers if n in self.objects}

    def _is_plain(self, pointer: Pointer) -> bool:
        """The address says object and offset: no other pair has it."""
        return pointer.offset.lo >= 0 and pointer.offset.hi < 1 << self.shift

    # ---- where an access goes

    def reaches(self, pointer: Pointer) -> list[Reach]:
        """The objects that a pointer may point into, each with the condition that it does."""
        terms = self.terms
        leaves = leaves_of(pointer.object)
        numbers = set(leaves.values)
        if leaves.is_full:
            lo, hi = pointer.object.lo, pointer.object.hi
            numbers.update(number for number in self.objects if lo <= number <= hi)
        if leaves.is_given:
            numbers.update(self._guesses(pointer.object))
            self.has_guessed = True
        found = [self.objects[n] for n in sorted(numbers) if n in self.objects]
        if len(found) > _MOST_TARGETS:
            raise Unsupported(f"a pointer that may point to {len(found)} objects")
        return [
            Reach(item, terms.equal(pointer.object, terms.integer(item.number)), pointer.offset)
            for item in found
        ]

    def _guesses(self, number: Int) -> Iterator[int]:
        """What a pointer of any value may point into: the program's objects of static storage, which lie
        where they lie in the interpreter."""
        for item in self.objects.values():
            if item.is_static and number.lo <= item.number <= number.hi:
                yield item.number

    def is_valid(self, reach: Reach, size: int, writes: bool) -> Bool:
        """All of the access lies inside the object, which is there and may be so used."""
        item, terms = reach.item, self.terms
        if item.is_function or (writes and item.read_only):
            return terms.false
        inside = terms.both(
            terms.at_most(terms.zero, reach.offset),
            terms.at_most(terms.add(reach.offset, terms.integer(size)), item.size),
        )
        return terms.both(inside, self.is_there(item))

    def is_there(self, item: Object) -> Bool:
        """The object is alive, for the thread that runs: what it has ended is gone for it at once, although
        the others see that only with its next visible step."""
        alive = self.terms.true if item.alive is None else item.alive
        over = self.ended.get(item.number)
        return alive if over is None else self.terms.both(alive, over.inverse)

    def holds_string(self, reach: Reach) -> Bool | None:
        """A zero byte comes before the end of the object, which is there; None: too large to tell."""
        item, terms = reach.item, self.terms
        offsets = self._offsets(reach, 1)
        if item.array is not None or offsets is None or not item.size.is_constant:
            return None
        size = item.size.lo
        if size > _LONGEST_STRING:
            return None
        ends = [terms.false] * (size + 1)  # some byte from there on is zero
        for at in reversed(range(size)):
            byte = self.address(self.cell(item, at, 1))
            ends[at] = terms.either(terms.equal(byte, terms.zero), ends[at + 1])
        found = terms.any(
            terms.both(terms.equal(reach.offset, terms.integer(at)), ends[at]) for at in offsets if at < size
        )
        return terms.both(found, self.is_there(item))

    def _offsets(self, reach: Reach, size: int) -> list[int] | None:
        """The offsets inside the object that the access may have; None: too many."""
        offset = reach.offset
        if offset.is_constant:
            return [offset.lo] if 0 <= offset.lo <= reach.item.size.hi - size else []
        first, last = max(offset.lo, 0), min(offset.hi, reach.item.size.hi - size)
        values = values_of(offset)
        step, rest = self._strides.of(offset)
        if values is not None:
            return sorted(value for value in values if first <= value <= last and (value - rest) % step == 0)
        first += (rest - first) % step
        if last - first > step * _MOST_CELLS:
            return None
        return list(range(first, last + 1, step))

    # ---- reading and writing

    def load(self, reach: Reach, size: int) -> Value | None:
        """What lies there, provided that the access is valid; None where it cannot be."""
        item = reach.item
        if item.array is None:
            offsets = self._offsets(reach, size)
            if offsets is not None and len(offsets) <= _MOST_CELLS:
                return self._load_cells(item, reach.offset, offsets, size)
            self._become_array(item, size)
        return self._load_array(item, reach.offset, size)

    def _load_cells(self, item: Object, offset: Int, offsets: list[int], size: int) -> Value | None:
        result: Value | None = None
        for at in reversed(offsets):
            value = self.cell(item, at, size)
            if result is None:
                result = value
            else:
                here = self.terms.equal(offset, self.terms.integer(at))
                result = self.choice(here, value, result)
        return result

    def store(self, reach: Reach, size: int, value: Value, guard: Bool) -> None:
        item, terms = reach.item, self.terms
        guard = terms.both(guard, reach.condition)
        if guard is terms.false:
            return
        self.note(item)
        if item.array is None:
            offsets = self._offsets(reach, size)
            if offsets is not None and len(offsets) <= _MOST_CELLS:
                for at in offsets:
                    here = terms.both(guard, terms.equal(reach.offset, terms.integer(at)))
                    self._set(item, at, size, value, here)
                return
            self._become_array(item, size)
        self._store_array(item, reach.offset, size, value, guard)

    def _set(self, item: Object, at: int, size: int, value: Value, guard: Bool) -> None:
        if guard is self.terms.false:
            return
        if guard is not self.terms.true:
            value = self.choice(guard, value, self.cell(item, at, size))
        self.set_cell(item, at, size, value)

    def set_cell(self, item: Object, at: int, size: int, value: Value) -> None:
        """The bytes there hold the value, whatever they held before."""
        self._make_room(item, at, size)
        item.cells[at] = size, value
        for byte in range(at, at + size):
            item.cover[byte] = at

    def cell(self, item: Object, at: int, size: int) -> Value:
        """The value of so many bytes at a place."""
        found = item.cells.get(at)
        if found is not None and found[0] == size:
            return found[1]
        if all(byte not in item.cover for byte in range(at, at + size)):
            value = self._first_value(item, at, size)
            item.cells[at] = size, value
            for byte in range(at, at + size):
                item.cover[byte] = at
            return value
        return self._gathered(item, at, size)

    def _first_value(self, item: Object, at: int, size: int) -> Int:
        if not item.undefined:
            return self.terms.zero
        is_given = item.is_static  # by another file, which may have put any pointer there
        value = self.terms.variable(f"{item.name}+{at}", unsigned_range(8 * size), undefined=not is_given)
        item.unknown.append((at, size, value))
        return value

    def _gathered(self, item: Object, at: int, size: int) -> Int:
        """Bits of several cells, or of a part of one."""
        result: Int | None = None
        done = 0
        while done < size:
            byte = at + done
            start = item.cover.get(byte)
            if start is None:
                run = 1
                while done + run < size and byte + run not in item.cover:
                    run += 1
                piece = self.address(self.cell(item, byte, run))
            else:
                cell_size, value = item.cells[start]
                run = min(size - done, start + cell_size - byte)
                piece = self.terms.extract(self.address(value), 8 * (byte - start), 8 * run)
            piece = self.terms.wrap(piece, unsigned_range(8 * run))
            result = piece if result is None else self.terms.concat(piece, result, 8 * done)
            done += run
        assert result is not None, "an access has a size"
        return result

    def _make_room(self, item: Object, at: int, size: int) -> None:
        """Cells that overlap these bytes lose them, and keep the rest."""
        found = item.cells.get(at)
        if found is not None and found[0] == size:
            return
        for start in {item.cover[b] for b in range(at, at + size) if b in item.cover}:
            cell_size, value = item.cells.pop(start)
            end = start + cell_size
            for byte in range(start, end):
                del item.cover[byte]
            for first, last in ((start, min(at, end)), (max(at + size, start), end)):
                if first < last:
                    raw = self.address(value)
                    part = self.terms.extract(raw, 8 * (first - start), 8 * (last - first))
                    item.cells[first] = last - first, part
                    for byte in range(first, last):
                        item.cover[byte] = first

    # ---- large objects

    def _become_array(self, item: Object, size: int) -> None:
        """From cells to an array with elements of that many bytes."""
        self.note(item)
        terms = self.terms
        index_bits = max(1, (item.size.hi // size).bit_length())
        array = terms.array(index_bits, 8 * size, item.name if item.undefined else None)
        starts = sorted({byte // size for byte in item.cover})
        for index in starts:
            raw = terms.wrap(self.address(self.cell(item, index * size, size)), unsigned_range(8 * size))
            array = terms.stored(array, terms.true, terms.integer(index), raw)
        item.array = array
        item.cells.clear()
        item.cover.clear()

    def _split(self, item: Object, size: int) -> None:
        """Elements of so many bytes, which is a part of what they had."""
        self.note(item)
        terms, old, width = self.terms, item.array, item.element
        count = -(-item.size.hi // width)
        if count > _MOST_SPLIT:
            raise Unsupported(
                f"accesses of different sizes to the large object '{item.name}' with an unknown index"
            )
        assert old is not None
        array = terms.array((count * width // size).bit_length(), 8 * size, old.base)
        for index in range(count):
            whole = terms.loaded(old, terms.integer(index))
            for at in range(0, width, size):
                part = terms.extract(whole, 8 * at, 8 * size)
                array = terms.stored(array, terms.true, terms.integer((index * width + at) // size), part)
        item.array = array

    def _index(self, item: Object, offset: Int) -> Int:
        """The number of the element that a byte lies in."""
        width = self.terms.integer(item.element)
        return self.terms.quotient(offset, width, (min(offset.lo, 0), max(offset.hi, 0)))

    def _shift_in(self, item: Object, offset: Int, size: int) -> Int | None:
        """By how many bits the access lies inside one element; None if it is made of whole elements, which
        are split where neither is so."""
        terms, width = self.terms, item.element
        step, rest = self._strides.of(offset)
        if rest % width == 0 and step % width == 0 and size % width == 0:
            return None
        if width % size or rest % size or step % size:
            self._split(item, gcd(width, size, rest, step))
            return None
        return terms.multiply(terms.remainder(offset, terms.integer(width)), terms.integer(8))

    def _load_array(self, item: Object, offset: Int, size: int) -> Int:
        terms, shift = self.terms, self._shift_in(item, offset, size)
        first, width = self._index(item, offset), item.element
        assert item.array is not None
        if shift is not None:
            whole = terms.loaded(item.array, first)
            inside = terms.wrap(shift, (0, max(8 * width - 1, 1)))
            return terms.extract(terms.shift_right(whole, inside), 0, 8 * size)
        result = terms.loaded(item.array, first)
        for part in range(1, size // width):
            piece = terms.loaded(item.array, terms.add(first, terms.integer(part)))
            result = terms.concat(piece, result, 8 * part * width)
        return result

    def _store_array(self, item: Object, offset: Int, size: int, value: Value, guard: Bool) -> None:
        terms, shift = self.terms, self._shift_in(item, offset, size)
        first, width = self._index(item, offset), item.element
        assert item.array is not None
        raw = terms.wrap(self.address(value), unsigned_range(8 * size))
        if shift is not None:
            whole = terms.loaded(item.array, first)
            result = whole
            for at in range(0, width, size):
                here = terms.equal(shift, terms.integer(8 * at))
                result = terms.choice(here, self._with_bytes(whole, raw, at, size, width), result)
            item.array = terms.stored(item.array, guard, first, result)
            return
        for part in range(size // width):
            piece = terms.extract(raw, 8 * part * width, 8 * width)
            item.array = terms.stored(item.array, guard, terms.add(first, terms.integer(part)), piece)

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

"""Memory as terms: objects, and what lies where in them.

An object holds cells, made when they are first touched: a value of so many bytes at a constant offset.
Accesses that do not fit the cells take them apart and put them together bit by bit. A pointer that may point
to several places is followed to each of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import gcd

from unthread.core.diagnostics import Unsupported
from unthread.engine.encode.addresses import Addresses
from unthread.engine.encode.arrays import Arrays
from unthread.engine.encode.objects import (
    Content,
    ObjectLayer,
    ObjectState,
    Pointer,
    Reach,
    SymbolicObject,
    Value,
    may_be_object,
)
from unthread.engine.terms.domains import Strides, leaves_of, values_of
from unthread.engine.terms.nodes import Array, Bool, Int, unsigned_range
from unthread.program.instructions import Region
from unthread.program.standstill import Contents

_LONGEST_STRING = 1024  # bytes of an object whose end is looked for at once
_MOST_CELLS = 256  # that an access with an unknown index may reach before its object becomes an array
_MOST_GIVEN = 1 << 16  # elements of a table with an unknown index that are not zero at first
_MOST_TARGETS = 256  # objects that a pointer may lead to


class _States(dict[int, ObjectState]):
    """Those that a look has changed; the others are those of `base`."""

    def __init__(self, base: Mapping[int, ObjectState]) -> None:
        self.base = base

    def __missing__(self, number: int) -> ObjectState:
        return self.base[number]


class SymbolicMemory:
    """`states` are those of the objects, by their numbers. A memory `for_a_look` has the same ones until it
    changes them, and then copies."""

    def __init__(self, addresses: Addresses) -> None:
        self.terms, self.addresses = addresses.terms, addresses
        self.objects: dict[int, SymbolicObject] = {}
        self.states: dict[int, ObjectState] = {}
        self.has_guessed = False  # a pointer was followed that may have any value
        self.has_parted = False  # bytes of an address were taken apart
        self.torn = addresses.terms.false  # or others of them were overwritten before
        self.ended: Mapping[int, Bool] = {}  # by the thread that runs: others do not know of it yet
        self._strides = Strides()
        self._arrays = Arrays(self.terms, self._strides, self.addresses.address)
        self._base: SymbolicMemory | None = None  # what is looked at

    def for_a_look(self) -> SymbolicMemory:
        """The same memory; what changes in it is not passed on."""
        look = SymbolicMemory(self.addresses)
        look.objects, look.states = self.objects, _States(self.states)
        look._strides, look._arrays = self._strides, self._arrays
        look._base = self
        return look

    # ---- objects

    def create(
        self, size: Int, name: str, undefined: bool = False, most: int | None = None
    ) -> SymbolicObject:
        item = SymbolicObject(self.addresses.allot(size.hi if most is None else most), name, undefined)
        if self._base is not None and self.objects is self._base.objects:
            self.objects = dict(self.objects)
        self.objects[item.number] = item
        self.states[item.number] = ObjectState(size)
        return item

    def size(self, item: SymbolicObject) -> Int:
        return self.states[item.number].size

    def changing(self, item: SymbolicObject) -> ObjectState:
        """The state of an object that is about to change."""
        number = item.number
        if number not in self.states:  # it is that of the memory that is looked at
            self.states[number] = self.states[number].copy()
        return self.states[number]

    def has_unfreed(self) -> Bool:
        """Something is still on the heap."""
        terms = self.terms
        blocks = (self.states[n] for n, item in self.objects.items() if item.region is Region.HEAP)
        return terms.any(
            state.made if state.alive is None else terms.both(state.made, state.alive)
            for state in blocks
            if state.made is not None
        )

    # ---- where an access goes

    def reaches(self, pointer: Pointer) -> list[Reach]:
        """The objects that a pointer may point into, each with the condition that it does."""
        offsets: dict[int, set[int]] = {}
        for number, offset in pointer.targets or ():
            offsets.setdefault(number, set()).add(offset)
        numbers = self._numbers(pointer.object) if pointer.targets is None else offsets
        found = [self.objects[n] for n in sorted(numbers) if n in self.objects]
        if len(found) > _MOST_TARGETS:
            raise Unsupported(f"a pointer that may point to {len(found)} objects")
        return [self._reach(pointer, item, offsets.get(item.number)) for item in found]

    def _reach(self, pointer: Pointer, item: SymbolicObject, offsets: set[int] | None) -> Reach:
        terms = self.terms
        condition = terms.equal(pointer.object, terms.integer(item.number))
        if offsets is None:
            return Reach(item, condition, pointer.offset)
        offset = terms.integer(min(offsets)) if len(offsets) == 1 else pointer.offset
        return Reach(item, condition, offset, frozenset(offsets))

    def _numbers(self, number: Int) -> set[int]:
        """Which objects this may be the number of."""
        leaves = leaves_of(number)
        numbers = set(leaves.values)
        if leaves.is_full:
            numbers.update(n for n in self.objects if number.lo <= n <= number.hi)
        if leaves.is_given:
            numbers.update(self._guesses(number))
            self.has_guessed = True
        return numbers

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
        return terms.both(self._is_inside(reach, size), self.is_there(item))

    def _is_inside(self, reach: Reach, size: int) -> Bool:
        terms, whole, offsets = self.terms, self.size(reach.item), reach.offsets
        if offsets is not None and all(0 <= at <= whole.lo - size for at in offsets):
            return terms.true
        return terms.both(
            terms.at_most(terms.zero, reach.offset),
            terms.at_most(terms.add(reach.offset, terms.integer(size)), whole),
        )

    def is_there(self, item: SymbolicObject) -> Bool:
        """The object is alive, for the thread that runs: what it has ended is gone for it at once, although
        the others see that only with its next visible step."""
        alive = self.states[item.number].alive or self.terms.true
        over = self.ended.get(item.number)
        return alive if over is None else self.terms.both(alive, over.inverse)

    def kill(self, item: SymbolicObject, condition: Bool) -> None:
        """The life of the object ends where the condition holds."""
        state = self.changing(item)
        state.alive = self.terms.both(state.alive or self.terms.true, condition.inverse)

    def holds_string(self, reach: Reach) -> Bool | None:
        """A zero byte comes before the end of the object, which is there; None: too large to tell."""
        terms, zeros = self.terms, self._zeros(reach)
        offsets = self.offsets(reach, 1)
        if zeros is None or offsets is None:
            return None
        size = len(zeros)
        ends = [terms.false] * (size + 1)  # some byte from there on is zero
        for at in reversed(range(size)):
            ends[at] = terms.either(zeros[at], ends[at + 1])
        found = terms.any(
            terms.both(terms.equal(reach.offset, terms.integer(at)), ends[at]) for at in offsets if at < size
        )
        return terms.both(found, self.is_there(reach.item))

    def string_bytes(self, reach: Reach) -> list[Bool]:
        """For each byte of an object for which it is known: a string that begins there comes to it."""
        terms, zeros = self.terms, self._zeros(reach) or []
        comes, found = terms.false, []
        for at, is_zero in enumerate(zeros):
            begins = terms.equal(reach.offset, terms.integer(at))
            found.append(terms.either(begins, comes))
            comes = terms.both(found[-1], is_zero.inverse)
        return found

    def _zeros(self, reach: Reach) -> list[Bool] | None:
        """For each byte of the object: it is zero; None: too large to tell."""
        state, terms = self.states[reach.item.number], self.terms
        if state.array is not None or not state.size.is_constant or state.size.lo > _LONGEST_STRING:
            return None
        bytes = (self.addresses.address(self.cell(reach.item, at, 1)) for at in range(state.size.lo))
        return [terms.equal(byte, terms.zero) for byte in bytes]

    def offsets(self, reach: Reach, size: int) -> list[int] | None:
        """The offsets inside the object that the access may have; None: too many."""
        offset, most = reach.offset, self.size(reach.item).hi
        if reach.offsets is not None:
            return sorted(at for at in reach.offsets if 0 <= at <= most - size)
        if offset.is_constant:
            return [offset.lo] if 0 <= offset.lo <= most - size else []
        first, last = max(offset.lo, 0), min(offset.hi, most - size)
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
        if self.states[item.number].array is None:
            offsets = self.offsets(reach, size)
            if offsets is not None and len(offsets) <= _MOST_CELLS:
                return self._load_cells(item, reach.offset, offsets, size)
            self.become_array(item, size)
        return self._arrays.load(self._fitting_array(item, reach.offset, size), reach.offset, size)

    def _load_cells(self, item: SymbolicObject, offset: Int, offsets: list[int], size: int) -> Value | None:
        result: Value | None = None
        torn_before, torn = self.torn, self.terms.false
        for at in reversed(offsets):
            self.torn = self.terms.false
            here, value = self.terms.equal(offset, self.terms.integer(at)), self.cell(item, at, size)
            torn = self.terms.either(torn, self.terms.both(here, self.torn))
            result = value if result is None else self.addresses.choice(here, value, result)
        self.torn = self.terms.either(torn_before, torn)
        return result

    def store(self, reach: Reach, size: int, value: Value, guard: Bool) -> None:
        item, terms = reach.item, self.terms
        guard = terms.both(guard, reach.condition)
        if guard is terms.false:
            return
        state = self.changing(item)
        if state.array is None:
            offsets = self.offsets(reach, size)
            if offsets is not None and len(offsets) <= _MOST_CELLS:
                for at in offsets:
                    here = terms.both(guard, terms.equal(reach.offset, terms.integer(at)))
                    self._set(item, at, size, value, here)
                return
            self.become_array(item, size)
        array = self._fitting_array(item, reach.offset, size)
        raw = terms.wrap(self.addresses.address(value), unsigned_range(8 * size))
        state.array = self._arrays.stored(array, reach.offset, size, raw, guard)

    def _set(self, item: SymbolicObject, at: int, size: int, value: Value, guard: Bool) -> None:
        if guard is self.terms.false:
            return
        if guard is not self.terms.true:
            value = self.addresses.choice(guard, value, self.cell(item, at, size))
        self.set_cell(item, at, size, value, guard)

    def set_cell(self, item: SymbolicObject, at: int, size: int, value: Value, guard: Bool) -> None:
        """The bytes there hold the value, which is another one than before where the guard holds."""
        state = self.changing(item)
        torn = self.terms.both(state.torn.get(at, self.terms.false), guard.inverse)
        self._make_room(state, at, size, guard)
        state.lay(at, size, value, torn)

    def cell(self, item: SymbolicObject, at: int, size: int) -> Value:
        """The value of so many bytes at a place."""
        return self.cell_in(item, self.states[item.number], at, size)

    def cell_in(self, item: SymbolicObject, state: ObjectState, at: int, size: int) -> Value:
        """The same, in a state of the object that may be over."""
        if state.array is not None:
            return self._arrays.at(state.array, at, size)
        return self._laid(state, at, size, lambda first, count: self._below(item, state, first, count))

    def _laid(self, state: ObjectState, at: int, size: int, first_value: Content) -> Value:
        found = state.cells.get(at)
        if found is not None and found[0] == size:
            self._note_torn(state, at)
            return found[1]
        if all(byte not in state.cover for byte in range(at, at + size)):
            value = first_value(at, size)
            state.lay(at, size, value)
            return value
        return self._gathered(state, at, size, first_value)

    def _below(self, item: SymbolicObject, state: ObjectState, at: int, size: int) -> Value:
        """What bytes hold that are no cell yet."""
        parts = state.parts(at, at + size)
        if len(parts) == 1:
            return self._part_below(item, state, at, size)
        result: Int | None = None
        for first, end in parts:
            raw = self.addresses.address(self._part_below(item, state, first, end - first))
            piece = self.terms.wrap(raw, unsigned_range(8 * (end - first)))
            result = piece if result is None else self.terms.concat(piece, result, 8 * (first - at))
        assert result is not None, "an access has a size"
        return result

    def _part_below(self, item: SymbolicObject, state: ObjectState, at: int, size: int) -> Value:
        layers = state.seen(at, at + size, self.terms.true)
        value: Value | None = None
        if not layers or layers[0].guard is not self.terms.true:
            value = self._first_value(item, at, size)
        for layer in layers:
            held = layer.content(at, size)
            value = held if value is None else self.addresses.choice(layer.guard, held, value)
        assert value is not None, "something lies there"
        return value

    def _first_value(self, item: SymbolicObject, at: int, size: int) -> Value:
        """What was never written is the same for all who look, and for all who copied it."""
        if item.contents is not None and item.contents.written(at, size):
            return self._given_value(item, item.contents, at, size)
        if not item.undefined:
            return self.terms.zero
        if item.origin is None:
            item.origin = ObjectState(self.terms.zero)
        if item.origin.array is not None:
            return self._arrays.at(item.origin.array, at, size)
        is_given = item.is_static  # by another file, which may have put any pointer there

        def new(first: int, count: int) -> Value:
            name = f"{item.name}+{first}"
            return self.terms.variable(name, unsigned_range(8 * count), undefined=not is_given)

        return self._laid(item.origin, at, size, new)

    def _given_value(self, item: SymbolicObject, contents: Contents, at: int, size: int) -> Value:
        """What lies there at first, byte by byte where some bytes were never written."""
        if contents.written(at, size) == size:
            return self.terms.integer(contents.number(at, size))
        result = self.terms.zero
        for byte in range(size):
            held = self.addresses.address(self._first_value(item, at + byte, 1))
            raw = self.terms.wrap(held, unsigned_range(8))
            result = self.terms.concat(raw, result, 8 * byte) if byte else raw
        return result

    def _gathered(self, state: ObjectState, at: int, size: int, first_value: Content) -> Int:
        """Bits of several cells, or of a part of one."""
        result: Int | None = None
        done = 0
        while done < size:
            byte = at + done
            start = state.cover.get(byte)
            if start is None:
                run = 1
                while done + run < size and byte + run not in state.cover:
                    run += 1
                piece = self.addresses.address(self._laid(state, byte, run, first_value))
            else:
                cell_size, value = state.cells[start]
                self.has_parted |= may_be_object(value)
                self._note_torn(state, start)
                run = min(size - done, start + cell_size - byte)
                piece = self.terms.extract(self.addresses.address(value), 8 * (byte - start), 8 * run)
            piece = self.terms.wrap(piece, unsigned_range(8 * run))
            result = piece if result is None else self.terms.concat(piece, result, 8 * done)
            done += run
        assert result is not None, "an access has a size"
        return result

    def _note_torn(self, state: ObjectState, start: int) -> None:
        self.torn = self.terms.either(self.torn, state.torn.get(start, self.terms.false))

    def state_to_copy(self, reach: Reach, size: int) -> ObjectState:
        """What the object is like now; so many bytes of it are about to be copied."""
        return self.states[reach.item.number].copy()

    def is_looked_at(self, item: SymbolicObject, state: ObjectState, at: int) -> bool:
        """Somebody has used what the byte held in that state, which was never written."""
        if state.array is not None or (item.origin is not None and item.origin.array is not None):
            return True
        return at in state.cover or (item.origin is not None and at in item.origin.cover)

    # ---- many bytes at once

    def lay_over(self, item: SymbolicObject, layer: ObjectLayer) -> None:
        """Many bytes are written at once."""
        state, first, end = self.changing(item), layer.first, layer.end
        guard, content = layer.guard, layer.content
        if state.array is not None:
            state.array = self._arrays.laid_over(state.array, layer)
            return
        for edge in (first, end):
            start = state.cover.get(edge)
            if start is not None and start != edge:  # a cell that is to be changed in part
                self._keep(state, start, ((start, edge), (edge, start + state.cells[start][0])), guard)
        inside = range(first, end) if end - first <= len(state.cells) else state.cells
        for at in [at for at in inside if first <= at < end and at in state.cells]:
            count, old = state.cells.pop(at)
            state.torn.pop(at, None)
            for byte in range(at, at + count):
                del state.cover[byte]
            if guard is not self.terms.true:
                state.lay(at, count, self.addresses.choice(guard, content(at, count), old))
        state.put(layer, guard is self.terms.true)

    def _make_room(self, state: ObjectState, at: int, size: int, guard: Bool) -> None:
        """Cells that overlap these bytes lose them, and keep the rest."""
        found = state.cells.get(at)
        if found is not None and found[0] == size:
            return
        for start in {state.cover[b] for b in range(at, at + size) if b in state.cover}:
            end = start + state.cells[start][0]
            self._keep(state, start, ((start, min(at, end)), (max(at + size, start), end)), guard)

    def _keep(self, state: ObjectState, start: int, spans: tuple[tuple[int, int], ...], guard: Bool) -> None:
        """Of a cell, parts are left; other parts are overwritten where the guard holds."""
        size, value = state.cells.pop(start)
        torn = state.torn.pop(start, self.terms.false)
        if may_be_object(value):
            torn = self.terms.either(torn, guard)
        for byte in range(start, start + size):
            del state.cover[byte]
        for first, end in spans:
            if first < end:
                raw = self.addresses.address(value)
                part = self.terms.extract(raw, 8 * (first - start), 8 * (end - first))
                state.lay(first, end - first, part, torn)

    # ---- large objects

    def become_array(self, item: SymbolicObject, size: int) -> None:
        """From cells to an array with elements of that many bytes."""
        terms, state = self.terms, self.changing(item)
        array = self._first_array(item, size)
        for layer in state.layers:
            array = self._arrays.laid_over(array, layer)
        starts = sorted({byte // size for byte in state.cover})
        for index in starts:
            value = self.addresses.address(self.cell(item, index * size, size))
            raw = terms.wrap(value, unsigned_range(8 * size))
            array = terms.stored(array, terms.true, terms.integer(index), raw)
        state.array, state.layers = array, ()
        state.cells.clear()
        state.cover.clear()

    def _first_array(self, item: SymbolicObject, size: int) -> Array:
        """What the object holds as long as nothing was written."""
        terms, most = self.terms, self.states[item.number].size.hi
        bits = max(1, (most // size).bit_length())
        if not item.undefined:
            return self._with_contents(item, terms.array(bits, 8 * size, None))
        if item.origin is None:
            item.origin = ObjectState(terms.zero)
        origin = item.origin
        if origin.array is None:
            array = terms.array(bits, 8 * size, item.name)
            for index in sorted({byte // size for byte in origin.cover}):
                value = self.addresses.address(self._first_value(item, index * size, size))
                raw = terms.wrap(value, unsigned_range(8 * size))
                array = terms.stored(array, terms.true, terms.integer(index), raw)
            origin.array = array
        if origin.array.element == 8 * size:
            return self._with_contents(item, origin.array)
        width = gcd(origin.array.element // 8, size)
        return self._with_contents(item, self._arrays.split(origin.array, most, width))

    def _with_contents(self, item: SymbolicObject, array: Array) -> Array:
        """With what the object holds at first."""
        terms, size = self.terms, array.element // 8
        for index in sorted(self._given(item, size)):
            value = self.addresses.address(self._first_value(item, index * size, size))
            raw = terms.wrap(value, unsigned_range(8 * size))
            array = terms.stored(array, terms.true, terms.integer(index), raw)
        return array

    def _given(self, item: SymbolicObject, size: int) -> set[int]:
        """The elements that an object holds at first, and that are not zero anyway."""
        contents = item.contents
        if contents is None:
            return set()
        written = b"\1" * len(contents.data) if contents.defined is None else contents.defined
        bytes = written if item.undefined else contents.data
        found = {at // size for at, byte in enumerate(bytes) if byte}
        if len(found) > _MOST_GIVEN:
            raise Unsupported(f"an unknown index into a table of {len(found):,} values that are not zero")
        return found

    def _fitting_array(self, item: SymbolicObject, offset: Int, size: int) -> Array:
        """The array of the object; its elements are split where accesses would not fit them."""
        array = self.states[item.number].array
        assert array is not None, "the object is an array"
        width = self._arrays.fitting(array, offset, size)
        if 8 * width == array.element:
            return array
        array = self._arrays.split(array, self.size(item).hi, width)
        self.changing(item).array = array
        return array

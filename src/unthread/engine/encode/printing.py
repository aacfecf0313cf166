"""printf without printing: the text where all of it is known, otherwise how long it may be.

In: the solver's memory at the moment of the call. Out: a `PrintedText`; a `Buffer` takes it, or any text.
Nothing is asked of the solver.
"""

from __future__ import annotations

from itertools import product

from unthread.core.diagnostics import Unsupported, UnthreadError
from unthread.core.records import dataclass
from unthread.core.source import DataModel, Loc
from unthread.engine.encode.memory import SymbolicMemory
from unthread.engine.encode.objects import Pointer, Reach, SymbolicObject
from unthread.engine.terms.nodes import Bool, Int, unsigned_range
from unthread.values.formats import Directive, Formatter, PrintfArguments

_MOST_DIGITS = {1: 4, 2: 6, 4: 11, 8: 22}  # of an integer, by its bytes: with a sign, or octal
_MOST_FLOATING = 330  # of a double
_LARGEST_BUFFER = 4096


@dataclass(frozen=True, slots=True)
class KnownRead:
    """`size` bytes from byte `at` of an object on."""

    item: SymbolicObject
    at: int
    size: int


@dataclass(frozen=True, slots=True)
class PrintedText:
    """What a printf makes. `content` is known where nothing in it depends on the solver; it has `most`
    characters at most, if that is known. `reads` are its format, its arguments and strings that are known;
    `strings` are read to their ends, which only the solver knows. `is_blind`: it may read memory wrongly for
    all we know. `has_address`: the content would be another one if objects lay elsewhere."""

    content: bytes | None = None
    most: int | None = None
    is_blind: bool = True
    strings: tuple[Pointer, ...] = ()
    reads: tuple[KnownRead, ...] = ()
    has_address: bool = False


def text_of(
    memory: SymbolicMemory, format: Pointer, arguments: Pointer, data_model: DataModel, loc: Loc
) -> PrintedText:
    known = _KnownMemory(memory)
    try:
        places = known.address(format), known.address(arguments)
    except _NotKnownError:
        return PrintedText()
    try:
        formatter = _Exact(known, data_model)
        content = formatter.format(*places, loc)
        reads = tuple(known.reads)
        return PrintedText(content, len(content), False, reads=reads, has_address=formatter.has_address)
    except (_NotKnownError, UnthreadError):
        known.reads.clear()
    longest = _Longest(known, data_model)
    try:
        length = len(longest.format(*places, loc))
        strings, reads = tuple(longest.strings), tuple(known.reads)
        return PrintedText(None, length, is_blind=False, strings=strings, reads=reads)
    except (_NotKnownError, UnthreadError):
        return PrintedText()


class Buffer:
    """Where a printf writes: at most `limit` bytes, a zero at the end included."""

    def __init__(self, memory: SymbolicMemory, pointer: Pointer, limit: Int) -> None:
        self.memory, self.terms = memory, memory.terms
        self.limit = limit
        self.reaches = memory.reaches(pointer)

    def most(self, text: PrintedText) -> int:
        """Bytes that are written if the text is as long as it can be."""
        return self.limit.hi if text.most is None else min(self.limit.hi, text.most + 1)

    def holds(self, size: int) -> Bool:
        """So many bytes may be written."""
        return self.terms.any(
            self.terms.both(reach.condition, self.memory.is_valid(reach, size, writes=True))
            for reach in self.reaches
        )

    def written(self, content: bytes) -> bytes:
        """As much of it as the limit allows, which is known."""
        limit = self.limit.lo
        return (content[: max(limit - 1, 0)] + b"\0")[:limit]

    def write(self, content: bytes, guard: Bool) -> None:
        written = self.written(content)
        for reach, (at, byte) in product(self.reaches, enumerate(written)):
            offset = self.terms.add(reach.offset, self.terms.integer(at))
            place = Reach(reach.item, reach.condition, offset)
            self.memory.store(place, 1, self.terms.integer(byte), guard)

    def write_anything(self, text: PrintedText, guard: Bool) -> None:
        """Any text that has room, with a zero at its end."""
        limit = self.limit
        if text.most is not None:
            most = self.terms.integer(text.most + 1)
            limit = self.terms.choice(self.terms.less(most, limit), most, limit)
        for reach in self.reaches:
            size = self.memory.size(reach.item).hi
            if size > _LARGEST_BUFFER:
                raise Unsupported(f"a printf into an object of more than {_LARGEST_BUFFER} bytes")
            for at in range(size):
                where, end = self.terms.integer(at), self.terms.add(reach.offset, limit)
                is_last = self.terms.equal(self.terms.add(where, self.terms.one), end)
                anything = self.terms.variable("printf", unsigned_range(8))
                fresh = self.terms.choice(is_last, self.terms.zero, anything)
                covered = self.terms.both(
                    self.terms.at_most(reach.offset, where), self.terms.less(where, end)
                )
                place = Reach(reach.item, reach.condition, where)
                self.memory.store(place, 1, fresh, self.terms.both(guard, covered))


class _Exact(Formatter):
    has_address = False

    def directive(self, item: Directive, arguments: PrintfArguments, so_far: int, loc: Loc) -> bytes:
        self.has_address |= item.kind == "p"
        return super().directive(item, arguments, so_far, loc)


class _Longest(Formatter):
    """Numbers have as many characters as they can have, and so have `strings`."""

    def __init__(self, known: _KnownMemory, data_model: DataModel) -> None:
        super().__init__(known, data_model)
        self.strings: list[Pointer] = []
        self._known = known

    def directive(self, item: Directive, arguments: PrintfArguments, so_far: int, loc: Loc) -> bytes:
        if item.kind == "s" and not item.length and item.precision is None:
            return self._longest_string(item, arguments, so_far, loc)
        if item.kind in "%sn":
            return super().directive(item, arguments, so_far, loc)
        size, characters = self._extent(item)
        self._known.note(arguments.address, size)
        arguments.address += -(-size // arguments.slot) * arguments.slot
        return bytes(max(characters + (item.precision or 0), item.width))

    def _longest_string(self, item: Directive, arguments: PrintfArguments, so_far: int, loc: Loc) -> bytes:
        """One that is known, or else as long as the largest object that it may lie in."""
        start = arguments.address
        try:
            return super().directive(item, arguments, so_far, loc)
        except _NotKnownError:
            pointer = self._known.pointer(start, self.pointer)
        arguments.address = start + arguments.slot
        self.strings.append(pointer)
        return bytes(max(self._known.room(pointer), len(b"(null)"), item.width))

    def _extent(self, item: Directive) -> tuple[int, int]:
        """Bytes of the argument, and the characters that it becomes without a precision."""
        match item.kind:
            case "c":
                return 4, 1
            case "p":
                return self.pointer, 20
            case "d" | "i" | "u" | "o" | "x" | "X":
                size = self.sizes[item.length]
                return max(size, 4), _MOST_DIGITS[size] + 2 * bool(item.flags)
        if item.length:
            raise _NotKnownError  # long double has places of its own
        return 8, _MOST_FLOATING


class _NotKnownError(Exception):
    """It depends on something that only the solver knows."""


class _KnownMemory:
    """The bytes that have one value whatever the solver says, at the addresses of the solver's memory."""

    def __init__(self, memory: SymbolicMemory) -> None:
        self._memory = memory
        self.reads: list[KnownRead] = []

    def address(self, pointer: Pointer) -> int:
        return self._constant(self._memory.addresses.address(pointer))

    def read_bytes(self, address: int, size: int) -> bytes:
        item, at = self._find(address)
        if not 0 <= at <= self._memory.size(item).lo - size:
            raise _NotKnownError
        self.reads.append(KnownRead(item, at, size))
        return bytes(self._byte(item, byte) for byte in range(at, at + size))

    def note(self, address: int, size: int) -> None:
        """Bytes are read whose values do not matter."""
        self.reads.append(KnownRead(*self._find(address), size))

    def read_string(self, address: int, limit: int | None = None) -> bytes:
        item, at = self._find(address)
        if self._memory.is_there(item) is not self._memory.terms.true:
            raise _NotKnownError
        found = bytearray()
        end = at
        while limit is None or end - at < limit:
            if not 0 <= end < self._memory.size(item).lo:
                raise _NotKnownError
            byte = self._byte(item, end)
            end += 1
            if byte == 0:
                break
            found.append(byte)
        self.reads.append(KnownRead(item, at, end - at))
        return bytes(found)

    def write_bytes(self, address: int, content: bytes) -> None:
        raise _NotKnownError

    def pointer(self, address: int, size: int) -> Pointer:
        """The one that lies there, whatever the solver says of it."""
        self.note(address, size)
        item, at = self._find(address)
        return self._memory.addresses.pointer(self._memory.cell(item, at, size))

    def room(self, pointer: Pointer) -> int:
        """Bytes of the largest object that it may point into."""
        return max((self._memory.size(reach.item).hi for reach in self._memory.reaches(pointer)), default=0)

    def _find(self, address: int) -> tuple[SymbolicObject, int]:
        item = self._memory.objects.get(address >> self._memory.addresses.shift)
        if item is None or self._memory.states[item.number].array is not None:
            raise _NotKnownError
        return item, address - (item.number << self._memory.addresses.shift)

    def _byte(self, item: SymbolicObject, at: int) -> int:
        """Part of a cell of any size."""
        state = self._memory.states[item.number]
        start = state.cover.get(at, at)
        size = state.cells[start][0] if start in state.cells else 1
        whole = self._memory.cell(item, start, size)  # which notes that it is read
        return self._constant(self._memory.addresses.address(whole)) >> 8 * (at - start) & 0xFF

    def _constant(self, value: Int) -> int:
        if not value.is_constant:
            raise _NotKnownError
        return value.lo

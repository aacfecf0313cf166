"""printf without printing: the text where all of it is known, otherwise how long it may be.

In: the solver's memory at the moment of the call. Out: a `Text`. Nothing is asked of the solver.
"""

from __future__ import annotations

from dataclasses import dataclass

from unthread.core.diagnostics import UnthreadError
from unthread.core.source import DataModel, Loc
from unthread.engine.memory import Memory, Object, Pointer
from unthread.engine.terms import Int
from unthread.program.printf import Arguments, Directive, Formatter

_MOST_DIGITS = {1: 4, 2: 6, 4: 11, 8: 22}  # of an integer, by its bytes: with a sign, or octal
_MOST_FLOATING = 330  # of a double


@dataclass(frozen=True, slots=True)
class Text:
    """What a printf makes. `content` is known where nothing in it depends on the solver; it has `most`
    characters at most, if that can be told. `is_blind`: it may read memory wrongly for all we know."""

    content: bytes | None = None
    most: int | None = None
    is_blind: bool = True


def text_of(memory: Memory, format: Pointer, arguments: Pointer, data_model: DataModel, loc: Loc) -> Text:
    known = _KnownMemory(memory)
    try:
        places = known.address(format), known.address(arguments)
        content = Formatter(known, data_model).format(*places, loc)
        return Text(content, len(content), is_blind=False)
    except (_NotKnownError, UnthreadError):
        pass
    try:
        longest = _Longest(known, data_model).format(*places, loc)
        return Text(None, len(longest), is_blind=False)
    except (_NotKnownError, UnthreadError):
        return Text()


class _Longest(Formatter):
    """Numbers have as many characters as they can have."""

    def directive(self, item: Directive, arguments: Arguments, so_far: int, loc: Loc) -> bytes:
        if item.kind in "%sn":
            return super().directive(item, arguments, so_far, loc)
        size, characters = self._extent(item)
        arguments.address += -(-size // arguments.slot) * arguments.slot
        return bytes(max(characters + (item.precision or 0), item.width))

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

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def address(self, pointer: Pointer) -> int:
        return self._constant(self._memory.address(pointer))

    def read_bytes(self, address: int, size: int) -> bytes:
        item, at = self._find(address)
        if not 0 <= at <= item.size.lo - size:
            raise _NotKnownError
        return bytes(self._byte(item, byte) for byte in range(at, at + size))

    def read_string(self, address: int, limit: int | None = None) -> bytes:
        item, at = self._find(address)
        if item.alive is not None and item.alive is not self._memory.terms.true:
            raise _NotKnownError
        found = bytearray()
        while limit is None or len(found) < limit:
            if not 0 <= at < item.size.lo:
                raise _NotKnownError
            byte = self._byte(item, at)
            if byte == 0:
                break
            found.append(byte)
            at += 1
        return bytes(found)

    def write_bytes(self, address: int, content: bytes) -> None:
        raise _NotKnownError

    def _find(self, address: int) -> tuple[Object, int]:
        item = self._memory.objects.get(address >> self._memory.shift)
        if item is None or item.array is not None:
            raise _NotKnownError
        return item, address - (item.number << self._memory.shift)

    def _byte(self, item: Object, at: int) -> int:
        """Part of a cell of any size."""
        start = item.cover.get(at, at)
        found = item.cells.get(start)
        whole = self._memory.cell(item, at, 1) if found is None else found[1]
        return self._constant(self._memory.address(whole)) >> 8 * (at - start) & 0xFF

    def _constant(self, value: Int) -> int:
        if not value.is_constant:
            raise _NotKnownError
        return value.lo

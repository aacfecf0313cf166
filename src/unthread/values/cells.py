"""How a scalar of a type lies in bytes: `codec(type)` reads and writes it. Little endian throughout.

Integers and pointers are Python ints within the range of their type, `float` and `double` are Python
floats, `long double` is `Extended`.
"""

from __future__ import annotations

import struct
from dataclasses import field
from functools import cache
from typing import TypeAlias

from unthread.core.floats import Extended
from unthread.core.records import dataclass
from unthread.program.expressions import Member, Place
from unthread.program.types import BoolType, Field, FloatType, IntType, PointerType, Type, value_type

Value: TypeAlias = int | float | Extended

_UNSIGNED = {8: "B", 16: "H", 32: "I", 64: "Q"}


@dataclass(frozen=True, slots=True)
class Codec:
    """`size` bytes from byte `skip` on hold the scalar; `format` is its `struct` letter if it has one.
    Otherwise it is `bits` bits from bit `shift` of those bytes on, or an `Extended`."""

    size: int
    type: Type
    format: str = ""
    skip: int = 0
    shift: int = 0
    bits: int = 0
    signed: bool = False
    boolean: bool = False
    whole: bool = True  # no other bits in these bytes
    before: int = field(default=0, compare=False)  # bits of neighbours in the same memory location
    after: int = field(default=0, compare=False)

    @property
    def extent(self) -> tuple[int, int]:
        """The memory location: its first bit and the one after its last, counted from the scalar's first
        byte."""
        if self.whole:
            return 0, 8 * self.size
        return self.shift - self.before, self.shift + self.bits + self.after

    @property
    def extended(self) -> bool:
        return not self.format and not self.bits

    def read(self, data: bytes | bytearray | memoryview, offset: int) -> Value:
        if self.format:
            value: Value = struct.unpack_from("<" + self.format, data, offset)[0]
            return int(bool(value)) if self.boolean else value
        if self.extended:
            return Extended.from_bytes(bytes(data[offset : offset + 10]))
        raw = int.from_bytes(data[offset : offset + self.size], "little") >> self.shift
        raw &= (1 << self.bits) - 1
        return raw - (1 << self.bits) if self.signed and raw >> (self.bits - 1) else raw

    def write(self, data: bytearray | memoryview, offset: int, value: Value) -> None:
        if self.format:
            struct.pack_into("<" + self.format, data, offset, value)
        elif isinstance(value, Extended):
            data[offset : offset + 10] = value.to_bytes()
        else:
            assert isinstance(value, int), "only integers lie in bits"
            mask = ((1 << self.bits) - 1) << self.shift
            old = int.from_bytes(data[offset : offset + self.size], "little")
            new = (old & ~mask) | ((value << self.shift) & mask)
            data[offset : offset + self.size] = new.to_bytes(self.size, "little")


def member_cell(member: Field) -> Codec:
    return codec(member.type, member.bit_offset, member.bit_width, member.before, member.after)


@cache
def codec(
    type: Type, bit_offset: int = 0, bit_width: int | None = None, before: int = 0, after: int = 0
) -> Codec:
    type = value_type(type)
    if bit_width is not None:
        shift = bit_offset % 8
        size = (shift + bit_width + 7) // 8
        signed = isinstance(type, IntType) and type.signed
        skip = bit_offset // 8
        return Codec(size, type, "", skip, shift, bit_width, signed, whole=False, before=before, after=after)
    match type:
        case BoolType():
            return Codec(1, type, "B", boolean=True)
        case IntType(bits, signed) if bits in _UNSIGNED:
            letter = _UNSIGNED[bits]
            return Codec(bits // 8, type, letter.lower() if signed else letter, bits=bits, signed=signed)
        case IntType(bits, signed):
            return Codec((bits + 7) // 8, type, bits=bits, signed=signed)
        case PointerType(_, size):
            return Codec(size, type, "Q" if size == 8 else "I", bits=8 * size)
        case FloatType(32):
            return Codec(4, type, "f")
        case FloatType(64):
            return Codec(8, type, "d")
        case FloatType():
            return Codec(10, type)
        case _:
            raise AssertionError(f"{type} is not a scalar")


def place_cell(place: Place) -> Codec:
    """How the scalar in a place lies in memory."""
    if isinstance(place, Member):
        return member_cell(place.field)
    return codec(place.type)

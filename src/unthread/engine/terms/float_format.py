"""Floating types as the solver has them: formats of bits, names of operations; numbers ⇄ their bits."""

from __future__ import annotations

from unthread.core.floats import Extended
from unthread.core.records import dataclass
from unthread.program.types import FloatType
from unthread.values.cells import Value, codec


@dataclass(frozen=True, slots=True)
class FloatFormat:
    """An IEEE format: bits of the exponent and of the significand, the hidden one included."""

    exponent: int
    significand: int

    @property
    def bits(self) -> int:
        return self.exponent + self.significand

    @property
    def nan(self) -> int:
        """The bits of the not-a-number that operations on numbers give, as x86 has it: negative."""
        return ((1 << self.exponent + 1) - 1) << (self.significand - 1) | self.quiet

    @property
    def quiet(self) -> int:
        """The bit that all not-a-numbers have that come out of an operation."""
        return 1 << (self.significand - 2)

    @property
    def infinity(self) -> int:
        return ((1 << self.exponent) - 1) << (self.significand - 1)

    @property
    def sign(self) -> int:
        return 1 << (self.bits - 1)


SINGLE, DOUBLE, EXTENDED = FloatFormat(8, 24), FloatFormat(11, 53), FloatFormat(15, 64)


@dataclass(frozen=True, slots=True)
class FloatOperation:
    """`name` done in `format`; `source` is the format of the operand of `from_format`."""

    name: str
    format: FloatFormat
    source: FloatFormat | None = None


def format_of(type: FloatType) -> FloatFormat:
    return {32: SINGLE, 64: DOUBLE}.get(type.bits, EXTENDED)


def bits_of_number(value: Value, type: FloatType) -> int:
    """The bits of a number in its format; extended precision without its explicit leading bit."""
    raw = bytearray(16)
    codec(type).write(raw, 0, value)
    whole = int.from_bytes(raw, "little")
    if type.bits != 80:
        return whole & ((1 << type.bits) - 1)
    return whole >> 64 << 63 | whole & ((1 << 63) - 1)


def number_of_bits(bits: int, type: FloatType) -> float | Extended:
    if type.bits == 80:
        exponent = bits >> 63
        leading = 1 << 63 if exponent & 0x7FFF else 0
        raw = (exponent << 64 | leading | bits & ((1 << 63) - 1)).to_bytes(10, "little")
    else:
        raw = bits.to_bytes(type.bits // 8, "little")
    value = codec(type).read(raw, 0)
    assert isinstance(value, float | Extended)
    return value

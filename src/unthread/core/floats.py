"""Floating-point numbers exactly as x86 computes them.

`float` holds binary64 and (rounded by `to_single`) binary32 values; `Extended` is x87's 80-bit format,
computed on Python integers. Everything rounds to nearest, ties to even. Decimal digits of any number,
for printing, are exact: `fixed_digits`, `scientific_digits`.
"""

from __future__ import annotations

import math
import re
import struct
from fractions import Fraction

from unthread.core.records import dataclass

_SINGLE = struct.Struct("<f")
_SPECIAL = 0x7FFF  # biased exponent of infinities and NaNs
_TOP = 1 << 63  # the explicit integer bit of a significand
_LEAST = -16445  # power of two of the last bit of the smallest numbers
_GREATEST_DECIMAL = 6000  # no power of ten beyond this matters to any format here


@dataclass(frozen=True, slots=True)
class Extended:
    """One 80-bit number, held as its three fields; `==` compares the fields, `compare` the numbers."""

    negative: bool
    exponent: int  # biased, 0 to 0x7fff
    significand: int  # 64 bits, the integer bit included

    @classmethod
    def rounded(cls, negative: bool, magnitude: int, power: int, inexact: bool = False) -> Extended:
        """magnitude * 2**power, rounded. With `inexact`, the true number lies a little above that, and
        `magnitude` has at least 66 bits."""
        if not magnitude:
            return cls(negative, 0, 0)
        shift = max(magnitude.bit_length() - 64, _LEAST - power)
        magnitude = _shifted_right(magnitude, shift, inexact)
        power += shift
        if magnitude >> 64:
            magnitude >>= 1
            power += 1
        exponent = power - _LEAST + 1 if magnitude & _TOP else 0
        if exponent >= _SPECIAL:
            return cls(negative, _SPECIAL, _TOP)
        return cls(negative, exponent, magnitude)

    @classmethod
    def from_ratio(cls, negative: bool, numerator: int, denominator: int) -> Extended:
        shift = max(0, 66 - numerator.bit_length() + denominator.bit_length())
        quotient, rest = divmod(numerator << shift, denominator)
        return cls.rounded(negative, quotient, -shift, inexact=bool(rest))

    @classmethod
    def from_int(cls, value: int) -> Extended:
        return cls.rounded(value < 0, abs(value), 0)

    @classmethod
    def from_float(cls, value: float) -> Extended:
        negative = math.copysign(1.0, value) < 0
        if math.isnan(value):
            bits = struct.unpack("<Q", struct.pack("<d", value))[0]
            return cls(negative, _SPECIAL, _TOP | (bits & 0xFFFFFFFFFFFFF) << 11)
        if math.isinf(value):
            return cls(negative, _SPECIAL, _TOP)
        numerator, denominator = abs(value).as_integer_ratio()
        return cls.rounded(negative, numerator, 1 - denominator.bit_length())

    @classmethod
    def parse(cls, text: str) -> Extended:
        """The value of a C floating literal, decimal or hexadecimal, with or without sign and suffix."""
        negative, numerator, denominator = parse_literal(text)
        return cls.from_ratio(negative, numerator, denominator)

    @classmethod
    def from_bytes(cls, data: bytes | bytearray | memoryview) -> Extended:
        significand, top = struct.unpack_from("<QH", data)
        return cls(bool(top >> 15), top & 0x7FFF, significand)

    def to_bytes(self) -> bytes:
        return struct.pack("<QH", self.significand, self.negative << 15 | self.exponent)

    @property
    def is_nan(self) -> bool:
        """Also the encodings that no x87 since the 287 produces or understands."""
        if self.exponent == _SPECIAL:
            return self.significand != _TOP
        return bool(self.exponent) and not self.significand & _TOP

    @property
    def is_infinite(self) -> bool:
        return self.exponent == _SPECIAL and self.significand == _TOP

    @property
    def is_finite(self) -> bool:
        return not (self.is_nan or self.is_infinite)

    def __bool__(self) -> bool:
        return self.significand != 0 or self.is_nan

    @property
    def power(self) -> int:
        """Power of two of the significand's last bit."""
        return max(self.exponent, 1) - 1 + _LEAST

    def ratio(self) -> tuple[int, int]:
        """Numerator and denominator of a finite number, sign included."""
        magnitude = -self.significand if self.negative else self.significand
        return (magnitude << self.power, 1) if self.power >= 0 else (magnitude, 1 << -self.power)

    def __neg__(self) -> Extended:
        return Extended(not self.negative, self.exponent, self.significand)

    def __abs__(self) -> Extended:
        return Extended(False, self.exponent, self.significand)

    def __add__(self, other: Extended) -> Extended:
        if self.is_nan or other.is_nan:
            return _propagated(self, other)
        if self.is_infinite or other.is_infinite:
            if self.is_infinite and other.is_infinite and self.negative != other.negative:
                return DEFAULT_NAN
            return self if self.is_infinite else other
        power = min(self.power, other.power)
        total = self._scaled(power) + other._scaled(power)
        negative = total < 0 if total else self.negative and other.negative
        return Extended.rounded(negative, abs(total), power)

    def __sub__(self, other: Extended) -> Extended:
        return _propagated(self, other) if other.is_nan else self + (-other)

    def __mul__(self, other: Extended) -> Extended:
        if self.is_nan or other.is_nan:
            return _propagated(self, other)
        negative = self.negative != other.negative
        if self.is_infinite or other.is_infinite:
            return Extended(negative, _SPECIAL, _TOP) if self and other else DEFAULT_NAN
        return Extended.rounded(negative, self.significand * other.significand, self.power + other.power)

    def __truediv__(self, other: Extended) -> Extended:
        if self.is_nan or other.is_nan:
            return _propagated(self, other)
        negative = self.negative != other.negative
        if self.is_infinite:
            return DEFAULT_NAN if other.is_infinite else Extended(negative, _SPECIAL, _TOP)
        if other.is_infinite:
            return Extended(negative, 0, 0)
        if not other:
            return Extended(negative, _SPECIAL, _TOP) if self else DEFAULT_NAN
        quotient, rest = divmod(self.significand << 130, other.significand)
        return Extended.rounded(negative, quotient, self.power - other.power - 130, inexact=bool(rest))

    def root(self) -> Extended:
        if self.is_nan:
            return _propagated(self, self)
        if not self or (self.is_infinite and not self.negative):
            return self
        if self.negative:
            return DEFAULT_NAN
        shift = 140 + (self.power & 1)  # leaves an even power of two
        radicand = self.significand << shift
        root = math.isqrt(radicand)
        return Extended.rounded(False, root, (self.power - shift) // 2, inexact=root * root != radicand)

    def _scaled(self, power: int) -> int:
        magnitude = self.significand << (self.power - power)
        return -magnitude if self.negative else magnitude

    def compare(self, other: Extended) -> int | None:
        """-1, 0 or 1; None when unordered."""
        if self.is_nan or other.is_nan:
            return None
        mine, theirs = self._order(), other._order()
        return (mine > theirs) - (mine < theirs)

    def _order(self) -> int:
        magnitude = max(self.exponent, 1) << 64 | self.significand if self.significand else 0
        return -magnitude if self.negative else magnitude

    def equal(self, other: Extended) -> bool:
        return self.compare(other) == 0

    def not_equal(self, other: Extended) -> bool:
        return self.compare(other) != 0

    def __lt__(self, other: Extended) -> bool:
        return self.compare(other) == -1

    def __le__(self, other: Extended) -> bool:
        return self.compare(other) in (-1, 0)

    def __gt__(self, other: Extended) -> bool:
        return self.compare(other) == 1

    def __ge__(self, other: Extended) -> bool:
        return self.compare(other) in (0, 1)

    def to_float(self) -> float:
        """Rounded to binary64."""
        sign = -1.0 if self.negative else 1.0
        if self.is_nan:
            bits = self.negative << 63 | 0x7FF8000000000000 | (self.significand >> 11 & 0x7FFFFFFFFFFFF)
            return float(struct.unpack("<d", struct.pack("<Q", bits))[0])
        if self.is_infinite:
            return math.copysign(math.inf, sign)
        numerator, denominator = self.ratio()
        try:
            return math.copysign(numerator / denominator, sign)  # Python rounds this once, correctly
        except OverflowError:
            return math.copysign(math.inf, sign)

    def to_single(self) -> float:
        """Rounded to binary32."""
        if not self.is_finite:
            return to_single(self.to_float())
        magnitude = _single_of_scaled(self.significand, self.power, False)
        return -magnitude if self.negative else magnitude

    def truncated(self) -> int:
        """The integer part of a finite number."""
        numerator, denominator = self.ratio()
        return -(-numerator // denominator) if numerator < 0 else numerator // denominator

    def __str__(self) -> str:
        """The shortest decimal text that reads back as this number."""
        if not self.is_finite:
            return ("-" if self.negative else "") + ("inf" if self.is_infinite else "nan")
        numerator, denominator = self.ratio()
        for precision in range(21):
            digits, exponent = scientific_digits(abs(numerator), denominator, precision)
            point = f".{digits[1:]}" if precision else ""
            text = f"{'-' if self.negative else ''}{digits[0]}{point}e{exponent:+d}"
            if Extended.parse(text) == self:
                return text
        return text


_TWO_TO_63 = Extended(False, 16383 + 63, _TOP)
DEFAULT_NAN = Extended(True, _SPECIAL, 0xC000000000000000)  # what x86 makes of 0/0
_DEFAULT_NAN = -math.nan if math.copysign(1.0, math.nan) > 0 else math.nan


def _shifted_right(magnitude: int, shift: int, inexact: bool) -> int:
    if shift <= 0:
        return magnitude << -shift
    low = magnitude & ((1 << shift) - 1)
    half = 1 << (shift - 1)
    magnitude >>= shift
    up = low > half or (low == half and (inexact or bool(magnitude & 1)))
    return magnitude + up


def _propagated(left: Extended, right: Extended) -> Extended:
    """x87 answers the NaN with the greater significand, made quiet."""
    nans = [number for number in (left, right) if number.is_nan]
    chosen = max(nans, key=lambda number: number.significand)
    return Extended(chosen.negative, _SPECIAL, chosen.significand | 0xC000000000000000)


_LITERAL = re.compile(
    r"(?P<sign>[-+]?)(?:0[xX](?P<hex>[0-9a-fA-F]*)\.?(?P<hexfraction>[0-9a-fA-F]*)(?:[pP](?P<binary>[-+]?\d+))?"
    r"|(?P<whole>\d*)\.?(?P<fraction>\d*)(?:[eE](?P<decimal>[-+]?\d+))?)(?:[fFlLqQ]|[fF]\d+x?)?"
)


def parse_literal(text: str) -> tuple[bool, int, int]:
    """Sign, numerator and denominator of a C floating literal."""
    found = _LITERAL.fullmatch(text.replace("'", ""))
    if not found or not any(found[group] for group in ("hex", "hexfraction", "whole", "fraction")):
        raise ValueError(f"not a floating literal: {text!r}")
    negative = found["sign"] == "-"
    if found["hex"] or found["hexfraction"]:
        digits, fraction = found["hex"] + found["hexfraction"], found["hexfraction"]
        return negative, *_scaled(int(digits, 16), 2, int(found["binary"] or 0) - 4 * len(fraction), 4)
    digits = found["whole"] + found["fraction"]
    return negative, *_scaled(_int_of(digits), 10, int(found["decimal"] or 0) - len(found["fraction"]), 1)


def _scaled(magnitude: int, base: int, power: int, weight: int) -> tuple[int, int]:
    """magnitude * base**power as a ratio; a power beyond every format is cut to one that still is."""
    limit = _GREATEST_DECIMAL * 4 + magnitude.bit_length() * weight
    power = max(-limit, min(limit, power))
    return (magnitude * base**power, 1) if power >= 0 else (magnitude, base**-power)


def parse_float(text: str, bits: int) -> float | Extended:
    """The value of a C floating literal in the format with that many bits, rounded once."""
    negative, numerator, denominator = parse_literal(text)
    if bits == 80:
        return Extended.from_ratio(negative, numerator, denominator)
    sign = -1.0 if negative else 1.0
    if bits == 32:
        return math.copysign(_single_of_ratio(numerator, denominator), sign)
    try:
        return math.copysign(numerator / denominator, sign)
    except OverflowError:
        return math.copysign(math.inf, sign)


def _single_of_ratio(numerator: int, denominator: int) -> float:
    shift = max(0, 40 - numerator.bit_length() + denominator.bit_length())
    quotient, rest = divmod(numerator << shift, denominator)
    return _single_of_scaled(quotient, -shift, bool(rest))


def _single_of_scaled(magnitude: int, power: int, inexact: bool) -> float:
    """magnitude * 2**power to binary32: what is cut off first stays visible in the last bit kept."""
    extra = max(0, magnitude.bit_length() - 40)
    kept = magnitude >> extra | (inexact or bool(magnitude & ((1 << extra) - 1)))
    try:
        return to_single(math.ldexp(kept, power + extra))
    except OverflowError:
        return math.inf


def to_single(value: float) -> float:
    """Rounded to binary32."""
    try:
        return float(_SINGLE.unpack(_SINGLE.pack(value))[0])
    except OverflowError:
        return math.copysign(math.inf, value)


def int_to_float(value: int) -> float:
    """An integer of any width, rounded to binary64."""
    try:
        return float(value)
    except OverflowError:
        return math.copysign(math.inf, value)


def int_to_single(value: int) -> float:
    """An integer of any width, rounded to binary32 once."""
    magnitude = _single_of_scaled(abs(value), 0, False)
    return -magnitude if value < 0 else magnitude


def divide(left: float, right: float) -> float:
    """left / right of binary64; binary32 operands need `to_single` around it."""
    if right:
        return left / right
    if math.isnan(left) or math.isnan(right):
        return left if math.isnan(left) else right
    if not left:
        return _DEFAULT_NAN
    return math.copysign(math.inf, left) * math.copysign(1.0, right)


def square_root(value: float) -> float:
    return _DEFAULT_NAN if value < 0 else math.sqrt(value)


def truncated(value: float | Extended) -> int | None:
    """The integer part; None for infinities and NaNs."""
    if isinstance(value, Extended):
        return value.truncated() if value.is_finite else None
    return math.trunc(value) if math.isfinite(value) else None


def converted_out_of_range(value: float | Extended, bits: int, signed: bool) -> int:
    """What x86-64 code of gcc answers for a number that the integer type cannot hold (the hardware's
    "integer indefinite" of the instruction that is used, cut to the type)."""
    if bits == 64 and not signed:
        return _converted_to_unsigned_64(value)
    wide = 64 if bits >= 64 or (bits == 32 and not signed) else 32
    whole = truncated(value)
    least = -(1 << (wide - 1))
    if whole is None or not least <= whole < -least:
        whole = least
    whole &= (1 << bits) - 1
    return whole - (1 << bits) if signed and whole >> (bits - 1) else whole


def _converted_to_unsigned_64(value: float | Extended) -> int:
    if value >= 2.0**63 if isinstance(value, float) else value >= _TWO_TO_63:
        whole = truncated(value)
        return whole if whole is not None and whole < 1 << 64 else 0
    whole = truncated(value)
    if whole is None or whole < -(1 << 63):
        return 1 << 63
    return whole & 0xFFFFFFFFFFFFFFFF


def exact_ratio(value: float | Extended) -> tuple[int, int]:
    """Numerator and denominator of the magnitude of a finite number."""
    numerator, denominator = value.ratio() if isinstance(value, Extended) else value.as_integer_ratio()
    return abs(numerator), denominator


def fixed_digits(numerator: int, denominator: int, precision: int) -> str:
    """The digits of numerator / denominator with `precision` places, as `%f` rounds; without the point."""
    return decimal_text(_nearest(numerator * 10**precision, denominator)).rjust(precision + 1, "0")


def scientific_digits(numerator: int, denominator: int, precision: int) -> tuple[str, int]:
    """precision + 1 digits, the first before the point, and the power of ten, as `%e` rounds."""
    if not numerator:
        return "0" * (precision + 1), 0
    exponent = math.floor((numerator.bit_length() - denominator.bit_length()) * math.log10(2)) - 1
    while numerator >= denominator * Fraction(10) ** (exponent + 1):
        exponent += 1
    shift = precision - exponent
    scaled = numerator * 10**shift if shift >= 0 else numerator
    digits = decimal_text(_nearest(scaled, denominator if shift >= 0 else denominator * 10**-shift))
    if len(digits) > precision + 1:  # 9.99 became 10.0
        return digits[:-1], exponent + 1
    return digits, exponent


def _nearest(numerator: int, denominator: int) -> int:
    quotient, rest = divmod(numerator, denominator)
    return quotient + (2 * rest > denominator or (2 * rest == denominator and quotient & 1))


def decimal_text(value: int) -> str:
    """str(value) of a natural number, however long (Python's own refuses more than 4300 digits)."""
    pieces = []
    while value >= 10**4000:
        value, low = divmod(value, 10**4000)
        pieces.append(f"{low:04000d}")
    return str(value) + "".join(reversed(pieces))


def _int_of(digits: str) -> int:
    value = 0
    for start in range(0, len(digits), 4000):
        piece = digits[start : start + 4000]
        value = value * 10 ** len(piece) + int(piece)
    return value

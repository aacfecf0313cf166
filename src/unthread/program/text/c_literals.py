"""Literals of C. In: bytes, a message or a floating-point number. Out: the literal that C reads as that."""

from __future__ import annotations

import math
import struct

from unthread.core.floats import Extended
from unthread.program.types import FloatType, Type

_ESCAPES = {10: "\\n", 9: "\\t", 13: "\\r", 34: '\\"', 92: "\\\\", 7: "\\a", 8: "\\b", 11: "\\v", 12: "\\f"}


def string_literal(data: bytes) -> str:
    """A C string literal of these bytes."""
    parts = [_ESCAPES.get(byte) or (chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}") for byte in data]
    return f'"{"".join(parts)}"'


def quoted(message: str) -> str:
    if not message.isprintable():
        return string_literal(message.encode("utf-8", "replace"))
    return '"' + message.replace("\\", "\\\\").replace('"', '\\"') + '"'


def float_literal(value: float | Extended, type: Type) -> str:
    if isinstance(value, Extended):
        return _extended_text(value)
    if math.isnan(value):
        return "NAN"
    if math.isinf(value):
        return "INFINITY" if value > 0 else "-INFINITY"
    if isinstance(type, FloatType) and type.bits == 32:
        return f"{_shortest_single(value)}f"
    return repr(value)


def _extended_text(value: Extended) -> str:
    sign = "-" if value.negative else ""
    if value.is_nan:
        return "NAN"
    if value.is_infinite:
        return f"{sign}INFINITY"
    significand, power = value.significand, value.power
    if not significand:
        return f"{sign}0x0p+0L"
    zeros = (significand & -significand).bit_length() - 1
    return f"{sign}{significand >> zeros:#x}p{power + zeros:+d}L"


def _shortest_single(value: float) -> str:
    """The shortest decimal that reads back as the same binary32 number."""
    bits = struct.pack("f", value)
    for digits in range(1, 10):
        short = float(f"{value:.{digits}g}")
        if abs(short) <= 3.5e38 and _single_bits(short) == bits:
            return repr(short)
    return repr(value)


def _single_bits(value: float) -> bytes:
    try:
        return struct.pack("f", value)
    except OverflowError:
        return b""

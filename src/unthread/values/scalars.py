"""Values of scalar types: fitted into a type, written as traces have them, pointers to nothing."""

from __future__ import annotations

import math

from unthread.core.floats import Extended, int_to_float, parse_float, to_single
from unthread.program.types import BoolType, FloatType, IntType, PointerType, Type, value_range, value_type
from unthread.values.cells import Value


def addresses_of_nothing(size: int) -> tuple[range, range]:
    """Where pointers of so many bytes lead that were never set: no object lies there, nor a little further
    on, so that members of what they point to are nowhere either. The program's objects have lower addresses
    than the second range, with 32 bits unless it makes half a million, and higher ones than the first: see
    `Memory`."""
    if size == 8:
        return range((1 << 32) + 1), range(3 << 62, 1 << 64)
    return range((14 << 12) + 1), range(1 << 31, 1 << 32)


def to_nothing(value: int, type: PointerType) -> int:
    """The pointer, or another one if something may lie there."""
    low, high = addresses_of_nothing(type.size)
    return value if value in low or value in high else value % low.stop


def fit(value: Value, type: Type) -> Value:
    """The value as one of the type: integers wrap, numbers round."""
    type = value_type(type)
    if isinstance(type, FloatType):
        number = int_to_float(value) if isinstance(value, int) else value
        if type.bits == 80:
            return number if isinstance(number, Extended) else Extended.from_float(number)
        plain = number.to_float() if isinstance(number, Extended) else number
        return to_single(plain) if type.bits == 32 else plain
    assert isinstance(value, int), f"an input of {type} is an integer"
    if isinstance(type, BoolType):
        return int(value != 0)
    low, high = value_range(type)
    return (value - low) % (high - low + 1) + low if isinstance(type, IntType | PointerType) else value


def text_of(value: Value) -> int | str:
    """The value as traces have it: integers as they are, floating numbers as C's `%a` writes them."""
    if isinstance(value, int):
        return value
    if isinstance(value, float):
        return f"-{math.nan}" if math.isnan(value) and math.copysign(1.0, value) < 0 else value.hex()
    if not value.is_finite:
        return str(value)
    return f"{'-' if value.negative else ''}0x{value.significand:x}p{value.power:+d}"


def value_of(text: int | str, type: Type) -> Value:
    """What `text_of` made a text of, as a value of the type. ValueError: it is not a number."""
    if isinstance(text, int):
        return fit(text, type)
    kind = value_type(type)
    if not isinstance(kind, FloatType):
        raise ValueError(f"{text!r} is not an integer")
    special = text.lstrip("-")
    if special in ("inf", "nan"):
        return fit(math.copysign(float(special), -1.0 if text.startswith("-") else 1.0), type)
    return fit(parse_float(text, kind.bits), type)

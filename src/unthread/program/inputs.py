"""Where the values come from that a program does not compute: `InputSource`.

A source is asked for a value of a type under the name by which users speak of it. Standard input is the
name `stdin`: the next byte, or -1 at its end.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from unthread.core.source import Loc
from unthread.program.cells import Value
from unthread.program.floats import Extended, int_to_float, parse_float, to_single
from unthread.program.types import (
    BoolType,
    FloatType,
    IntType,
    PointerType,
    Type,
    value_range,
    value_type,
)

STANDARD_INPUT = "stdin"


def addresses_of_nothing(size: int) -> tuple[range, range]:
    """Where pointers of so many bytes lead that nobody has set: no object lies there, nor a little further
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


class InputSource(Protocol):
    def value(self, name: str, type: Type, loc: Loc, thread: int) -> Value: ...


class RandomInputs:
    """Small, boundary and uniform values of the type, and those near `numbers`; the same for the same
    seed."""

    def __init__(self, seed: int, numbers: Sequence[int] = ()) -> None:
        self.random = random.Random(seed)
        self.numbers = numbers

    def value(self, name: str, type: Type, loc: Loc, thread: int) -> Value:
        type = value_type(type)
        if isinstance(type, BoolType):
            return self.random.randrange(2)
        if isinstance(type, PointerType):
            return 0 if self.random.random() < 0.5 else to_nothing(self._integer(type), type)
        if isinstance(type, FloatType):
            number = self._floating()
            return fit(number, type)
        return self._integer(type)

    def _integer(self, type: Type) -> int:
        low, high = value_range(type)
        if self.numbers and self.random.random() < 0.4:
            return max(low, min(high, self.random.choice(self.numbers) + self.random.randint(-1, 1)))
        kind = self.random.random()
        if kind < 0.5:
            return max(low, min(high, self.random.randint(-8, 8)))
        if kind < 0.7:
            return max(low, min(high, self.random.choice((low, low + 1, high - 1, high, high // 2))))
        return self.random.randint(low, high)

    def _floating(self) -> float:
        kind = self.random.random()
        if kind < 0.4:
            return float(self.random.randint(-8, 8))
        if kind < 0.6:
            return self.random.choice((0.0, -0.0, math.inf, -math.inf, math.nan, 5e-324, 1.7e308))
        return self.random.uniform(-1.0, 1.0) * 10.0 ** self.random.randint(-12, 12)


class GivenInputs:
    """Values by name, several of one name used in order, the last one again and again;
    other names come from `otherwise`."""

    def __init__(self, values: Mapping[str, Sequence[Value]], otherwise: InputSource) -> None:
        self.values = {name: list(given) for name, given in values.items()}
        self.used: dict[str, int] = dict.fromkeys(self.values, 0)
        self.otherwise = otherwise

    def value(self, name: str, type: Type, loc: Loc, thread: int) -> Value:
        given = self.values.get(name)
        if not given:
            return self.otherwise.value(name, type, loc, thread)
        number = self.used[name]
        self.used[name] = number + 1
        return fit(given[min(number, len(given) - 1)], type)


class StandardInput:
    """Bytes for `stdin` from a reader that answers b"" at the end; other names come from `otherwise`."""

    def __init__(self, read: Callable[[], bytes], otherwise: InputSource) -> None:
        self.read = read
        self.otherwise = otherwise

    def value(self, name: str, type: Type, loc: Loc, thread: int) -> Value:
        if name != STANDARD_INPUT:
            return self.otherwise.value(name, type, loc, thread)
        byte = self.read()
        return byte[0] if byte else -1


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
    """What `text_of` made a text of, as a value of the type. ValueError: it is no number."""
    if isinstance(text, int):
        return fit(text, type)
    kind = value_type(type)
    if not isinstance(kind, FloatType):
        raise ValueError(f"{text!r} is no integer")
    special = text.lstrip("-")
    if special in ("inf", "nan"):
        return fit(math.copysign(float(special), -1.0 if text.startswith("-") else 1.0), type)
    return fit(parse_float(text, kind.bits), type)

"""Where the values come from that a program does not compute: `InputSource`.

A source is asked for a value of a type under the name by which users speak of it. Standard input is the
name `stdin`: the next byte, or -1 at its end.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import Protocol

from unthread.core.source import Loc
from unthread.program.types import BoolType, FloatType, PointerType, Type, value_range, value_type
from unthread.values.cells import Value
from unthread.values.scalars import fit, to_nothing

STANDARD_INPUT = "stdin"


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

"""Literals as clang spells them → values."""

from __future__ import annotations

import re

from unthread.core.floats import Extended
from unthread.program.expressions import Constant
from unthread.program.types import FloatType, Type

_SIMPLE = {"n": 10, "t": 9, "r": 13, "a": 7, "b": 8, "f": 12, "v": 11, "e": 27}
_ESCAPE = re.compile(
    r"\\(?:(?P<octal>[0-7]{1,3})|x(?P<hex>[0-9A-Fa-f]+)|u(?P<short>[0-9A-Fa-f]{4})|U(?P<long>[0-9A-Fa-f]{8})"
    r'|(?P<simple>.))|(?P<seam>"\s*(?:u8|[uUL])?")|(?P<plain>.)',
    re.DOTALL,
)


def string_units(spelling: str, unit_bytes: int) -> list[int]:
    """The code units of a string literal, without the terminating zero."""
    body = spelling[spelling.index('"') + 1 : spelling.rindex('"')]
    units: list[int] = []
    for match in _ESCAPE.finditer(body):
        group = match.lastgroup
        text = match.group(group) if group else ""
        match group:
            case "octal":
                units.append(int(text, 8))
            case "hex":
                units.append(int(text, 16))
            case "short" | "long":
                units.extend(_encode(chr(int(text, 16)), unit_bytes))
            case "simple":
                units.append(_SIMPLE.get(text, ord(text)))
            case "plain":
                units.extend(_encode(text, unit_bytes))
            case _:
                pass  # two literals side by side
    return units


def _encode(character: str, unit_bytes: int) -> list[int]:
    if unit_bytes == 1:
        return list(character.encode("utf-8"))
    if unit_bytes == 4:
        return [ord(character)]
    data = character.encode("utf-16-le")
    return [int.from_bytes(data[i : i + 2], "little") for i in range(0, len(data), 2)]


def float_constant(value: float, type: Type) -> Constant:
    assert isinstance(type, FloatType), "a floating constant has a floating type"
    if type.bits == 80:
        return Constant(Extended.from_float(value), type)
    return Constant(value, type)

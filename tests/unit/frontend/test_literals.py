"""Literals as clang spells them."""

from __future__ import annotations

import pytest

from unthread.core.floats import Extended
from unthread.frontend.literals import float_constant, string_units
from unthread.program.types import FloatType


@pytest.mark.parametrize(
    ("spelling", "expected"),
    [
        ('""', []),
        ('"ab"', [97, 98]),
        (r'"\n\\\"\0"', [10, 92, 34, 0]),
        (r'"\1234"', [0o123, ord("4")]),
        (r'"\x41\xff"', [0x41, 0xFF]),
        ('"a" "b"', [97, 98]),
        ('u8"é"', [0xC3, 0xA9]),
        (r'"\u20ac"', [0xE2, 0x82, 0xAC]),
        (r'"\?\'"', [63, 39]),
    ],
)
def test_bytes(spelling: str, expected: list[int]) -> None:
    assert string_units(spelling, 1) == expected


@pytest.mark.parametrize(
    ("spelling", "width", "expected"),
    [
        ('L"é"', 4, [0xE9]),
        (r'U"\U0001f600"', 4, [0x1F600]),
        (r'u"\U0001f600"', 2, [0xD83D, 0xDE00]),
        (r'L"\xffff" L"a"', 4, [0xFFFF, 97]),
    ],
)
def test_wide_units(spelling: str, width: int, expected: list[int]) -> None:
    assert string_units(spelling, width) == expected


def test_floating_constants() -> None:
    assert float_constant(0.5, FloatType(64, 8)).value == 0.5
    assert float_constant(0.5, FloatType(80, 16)).value == Extended.from_float(0.5)

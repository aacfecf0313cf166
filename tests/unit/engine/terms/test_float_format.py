"""Bits of floating numbers, as the machine has them."""

from __future__ import annotations

import math
import struct

import pytest

from unthread.core.floats import Extended
from unthread.engine.terms.float_format import (
    DOUBLE,
    EXTENDED,
    SINGLE,
    FloatFormat,
    bits_of_number,
    format_of,
    number_of_bits,
)
from unthread.program.types import FloatType

FLOAT, WIDE, LONG = FloatType(32, 4), FloatType(64, 8), FloatType(80, 16)
NUMBERS = (0.0, -0.0, 1.0, -2.5, 1e-40, 3.0e38, math.inf, -math.inf)


def test_formats() -> None:
    assert [format_of(type) for type in (FLOAT, WIDE, LONG)] == [SINGLE, DOUBLE, EXTENDED]
    assert [format.bits for format in (SINGLE, DOUBLE, EXTENDED)] == [32, 64, 79]


@pytest.mark.parametrize("value", NUMBERS)
def test_bits_are_those_of_the_machine(value: float) -> None:
    assert bits_of_number(value, WIDE) == int.from_bytes(struct.pack("<d", value), "little")
    single = struct.unpack("<f", struct.pack("<f", value))[0]
    assert bits_of_number(single, FLOAT) == int.from_bytes(struct.pack("<f", value), "little")


@pytest.mark.parametrize("value", NUMBERS)
def test_a_number_comes_back(value: float) -> None:
    found = number_of_bits(bits_of_number(value, WIDE), WIDE)
    assert (found, math.copysign(1, float(found))) == (value, math.copysign(1, value))  # type: ignore[arg-type]
    extended = Extended.from_float(value)
    assert number_of_bits(bits_of_number(extended, LONG), LONG) == extended


@pytest.mark.parametrize(("format", "type"), [(SINGLE, FLOAT), (DOUBLE, WIDE)])
def test_special_numbers(format: FloatFormat, type: FloatType) -> None:
    assert number_of_bits(format.infinity, type) == math.inf
    assert number_of_bits(format.infinity | format.sign, type) == -math.inf
    assert math.isnan(float(number_of_bits(format.nan, type)))  # type: ignore[arg-type]
    assert format.nan & format.sign
    assert format.nan & format.quiet

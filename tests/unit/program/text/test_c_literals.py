"""Literals, as C reads them."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unthread.core.floats import Extended, parse_float, to_single
from unthread.program.text.c_literals import float_literal, quoted, string_literal
from unthread.program.types import FloatType

SINGLE, DOUBLE, EXTENDED = FloatType(32, 4), FloatType(64, 8), FloatType(80, 16)


@pytest.mark.parametrize(
    ("data", "literal"),
    [
        (b"plain", '"plain"'),
        (b'"\\\n', r'"\"\\\n"'),
        (b"\x00" + b"1", r'"\0001"'),  # three octal digits end the escape
        ("ä".encode(), r'"\303\244"'),
        (b"\x7f", r'"\177"'),
    ],
)
def test_strings(data: bytes, literal: str) -> None:
    assert string_literal(data) == literal


def test_messages_stay_readable() -> None:
    assert quoted('x == "ä"') == r'"x == \"ä\""'
    assert quoted("two\nlines") == r'"two\nlines"'


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_doubles_read_back(value: float) -> None:
    assert struct.pack("d", float(float_literal(value, DOUBLE))) == struct.pack("d", value)


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_singles_read_back(value: float) -> None:
    literal = float_literal(value, SINGLE)
    assert literal.endswith("f")
    assert struct.pack("f", to_single(float(literal[:-1]))) == struct.pack("f", value)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_extended_numbers_read_back(value: float) -> None:
    literal = float_literal(Extended.from_float(value), EXTENDED)
    read = parse_float(literal.removesuffix("L"), 80)
    assert isinstance(read, Extended)
    assert read.to_float() == value


def test_what_is_no_number() -> None:
    assert float_literal(float("nan"), DOUBLE) == "NAN"
    assert float_literal(float("-inf"), SINGLE) == "-INFINITY"
    assert float_literal(Extended.from_float(float("inf")), EXTENDED) == "INFINITY"

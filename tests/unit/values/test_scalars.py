"""Values fitted into types, and as text."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unthread.core.floats import Extended
from unthread.program.types import BOOL, CHAR, INT, UCHAR, AtomicType, FloatType, PointerType, Type
from unthread.values.scalars import addresses_of_nothing, fit, text_of, to_nothing, value_of

DOUBLE, SINGLE, EXTENDED = FloatType(64, 8), FloatType(32, 4), FloatType(80, 16)


@pytest.mark.parametrize(
    ("value", "type", "fitted"),
    [
        (300, UCHAR, 44),
        (200, CHAR, -56),
        (-1, UCHAR, 255),
        (2, BOOL, 1),
        (1 << 31, INT, -(1 << 31)),
        (-1, PointerType(INT, 4), (1 << 32) - 1),
        (300, AtomicType(UCHAR), 44),
        (0.1, SINGLE, 0.10000000149011612),
        (3, DOUBLE, 3.0),
    ],
)
def test_integers_wrap_and_numbers_round(value: int | float, type: Type, fitted: int | float) -> None:
    assert fit(value, type) == fitted


@given(st.floats(allow_nan=False))
def test_floating_text_reads_back(value: float) -> None:
    for type in (DOUBLE, EXTENDED):
        fitted = fit(value, type)
        again = value_of(text_of(fitted), type)
        assert text_of(again) == text_of(fitted)


@pytest.mark.parametrize("sign", [1.0, -1.0])
def test_not_a_number_keeps_its_sign(sign: float) -> None:
    again = value_of(text_of(math.copysign(math.nan, sign)), DOUBLE)
    assert isinstance(again, float)
    assert math.isnan(again)
    assert math.copysign(1.0, again) == sign
    assert isinstance(value_of("inf", EXTENDED), Extended)


def test_text_is_no_integer() -> None:
    with pytest.raises(ValueError, match="is not an integer"):
        value_of("0x1p+0", INT)


@pytest.mark.parametrize("size", [4, 8])
@given(value=st.integers(0, (1 << 32) - 1))
def test_pointers_to_nothing_stay_and_others_become_some(size: int, value: int) -> None:
    low, high = addresses_of_nothing(size)
    moved = to_nothing(value, PointerType(INT, size))
    assert moved in low or moved in high
    assert moved == value or not (value in low or value in high)

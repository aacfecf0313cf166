"""How tightly texts bind, and what C makes of their types."""

from __future__ import annotations

import pytest

from unthread.program.text.operators import PRODUCT, SUM, Text, common_type, converts_silently, integer_bits
from unthread.program.types import BOOL, CHAR, INT, UCHAR, UINT, VOID, FloatType, IntType, PointerType, Type

LONG, DOUBLE, SINGLE = IntType(64, True, "long"), FloatType(64, 8), FloatType(32, 4)
POINTER, OTHER, ANY = PointerType(INT), PointerType(CHAR), PointerType(VOID)


def of(type: Type, text: str = "x") -> Text:
    return Text(text, 20, type)


def test_parentheses_where_it_binds_less_tightly() -> None:
    total = Text("a + b", SUM, INT)
    assert total.at(SUM) == "a + b"
    assert total.at(PRODUCT) == "(a + b)"


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (INT, INT, INT),
        (CHAR, UCHAR, INT),
        (INT, UINT, UINT),
        (UINT, LONG, LONG),
        (BOOL, BOOL, INT),
        (INT, DOUBLE, DOUBLE),
        (SINGLE, DOUBLE, DOUBLE),
        (POINTER, POINTER, POINTER),
        (POINTER, OTHER, None),
    ],
)
def test_the_type_that_operands_are_converted_to(left: Type, right: Type, expected: Type | None) -> None:
    for one, other in ((left, right), (right, left)):
        found = common_type(of(one), of(other))
        if isinstance(expected, IntType):
            assert isinstance(found, IntType)
            assert (found.bits, found.signed) == (expected.bits, expected.signed)
        else:
            assert found == expected


def test_zero_is_any_pointer() -> None:
    assert common_type(of(POINTER), of(INT, "0")) == POINTER
    assert converts_silently(of(INT, "0"), POINTER)
    assert not converts_silently(of(INT), POINTER)


def test_pointers_convert_to_and_from_void() -> None:
    assert converts_silently(of(ANY), POINTER)
    assert converts_silently(of(POINTER), ANY)
    assert not converts_silently(of(OTHER), POINTER)
    assert converts_silently(of(POINTER), BOOL)
    assert not converts_silently(of(POINTER), LONG)


def test_bits() -> None:
    assert [integer_bits(type) for type in (BOOL, CHAR, INT, LONG, POINTER)] == [1, 8, 32, 64, 64]

"""Sizes, widths and ranges of types."""

from __future__ import annotations

import pytest

from unthread.program.types import (
    BOOL,
    CHAR,
    INT,
    UCHAR,
    UINT,
    VOID,
    ArrayType,
    AtomicType,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    Type,
    bits_of,
    size_of,
    value_range,
    value_type,
    without_volatile,
)

VOLATILE = AtomicType(INT, volatile=True)


@pytest.mark.parametrize(
    ("type", "size"),
    [
        (BOOL, 1),
        (IntType(9, True), 2),
        (FloatType(80, 12), 12),
        (PointerType(INT, 4), 4),
        (ArrayType(ArrayType(INT, 3), 2), 24),
        (ArrayType(INT, 0), 0),
        (AtomicType(CHAR), 1),
        (RecordType("s", False, size=20), 20),
        (VOID, 1),
        (FunctionType(INT, ()), 1),
    ],
)
def test_sizes(type: Type, size: int) -> None:
    assert size_of(type) == size


@pytest.mark.parametrize(
    ("type", "bits", "values"),
    [
        (BOOL, 1, (0, 1)),
        (CHAR, 8, (-128, 127)),
        (UCHAR, 8, (0, 255)),
        (IntType(3, True), 3, (-4, 3)),
        (PointerType(INT, 4), 32, (0, (1 << 32) - 1)),
    ],
)
def test_widths_and_ranges(type: Type, bits: int, values: tuple[int, int]) -> None:
    assert (bits_of(type), value_range(type)) == (bits, values)


def test_names_of_integers_do_not_tell_them_apart_and_records_are_themselves() -> None:
    assert IntType(32, False, "size_t") == UINT
    assert RecordType("s", False) != RecordType("s", False)


def test_what_is_read_of_atomic_and_volatile_objects() -> None:
    assert value_type(AtomicType(INT)) == INT
    assert without_volatile(ArrayType(VOLATILE, 2)) == ArrayType(INT, 2)
    assert without_volatile(AtomicType(INT)) == AtomicType(INT)

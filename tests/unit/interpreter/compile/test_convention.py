"""Values where caller and callee disagree on types."""

from __future__ import annotations

import pytest

from unthread.core.diagnostics import Unsupported
from unthread.core.floats import Extended
from unthread.interpreter.compile.convention import converter
from unthread.program.types import BOOL, CHAR, INT, UCHAR, UINT, VOID, FloatType, IntType, PointerType, Type

LONG = IntType(64, True, "long")
SINGLE, DOUBLE, EXTENDED = FloatType(32, 4), FloatType(64, 8), FloatType(80, 16)


@pytest.mark.parametrize(
    ("source", "target"), [(INT, INT), (PointerType(INT), PointerType(VOID)), (DOUBLE, DOUBLE), (VOID, INT)]
)
def test_nothing_to_do(source: Type, target: Type) -> None:
    assert converter(source, target) is None


@pytest.mark.parametrize(
    ("source", "target", "value", "expected"),
    [
        (INT, CHAR, 0x1FF, -1),
        (INT, UCHAR, -1, 255),
        (LONG, INT, (1 << 32) + 5, 5),
        (INT, UINT, -1, (1 << 32) - 1),
        (UINT, INT, 1 << 31, -(1 << 31)),
        (INT, BOOL, 256, 1),
        (INT, BOOL, 0, 0),
    ],
)
def test_integers_are_cut_or_widened(source: Type, target: Type, value: int, expected: int) -> None:
    convert = converter(source, target)
    assert convert is not None
    assert convert(value) == expected


def test_floating_numbers_are_rounded() -> None:
    to_single, to_extended = converter(DOUBLE, SINGLE), converter(DOUBLE, EXTENDED)
    assert to_single is not None
    assert to_extended is not None
    assert to_single(0.1) == pytest.approx(0.1, abs=1e-8)
    assert to_single(0.1) != 0.1
    assert to_extended(0.5) == Extended.from_float(0.5)


@pytest.mark.parametrize(("source", "target"), [(DOUBLE, INT), (INT, DOUBLE)])
def test_a_floating_number_for_an_integer_is_refused(source: Type, target: Type) -> None:
    convert = converter(source, target)
    assert convert is not None
    with pytest.raises(Unsupported):
        convert(1)

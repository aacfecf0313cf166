"""Integer promotions and the usual arithmetic conversions."""

from __future__ import annotations

import pytest

from tests.support.builder import binary, constant, read, register
from unthread.frontend.arithmetic import (
    arithmetic_type,
    may_go_wrong,
    narrow_pointer,
    promote,
    promoted,
    wrapped,
    wraps,
)
from unthread.program.build.fold import convert
from unthread.program.build.simplify import Simplifier
from unthread.program.expressions import BinaryOperator, Expression, Unary, UnaryOperator
from unthread.program.types import BOOL, CHAR, INT, UCHAR, UINT, VOID, FloatType, IntType, PointerType, Type

SHORT, USHORT = IntType(16, True, "short"), IntType(16, False, "unsigned short")
LONG, ULONG = IntType(64, True, "long"), IntType(64, False, "unsigned long")
SINGLE, DOUBLE = FloatType(32, 4), FloatType(64, 8)
R = register("r")


@pytest.mark.parametrize(
    ("type", "expected"),
    [
        (BOOL, INT),
        (CHAR, INT),
        (USHORT, INT),
        (INT, INT),
        (UINT, UINT),
        (LONG, LONG),
        (IntType(3, False, "bits"), INT),
        (SINGLE, SINGLE),
    ],
)
def test_promotions(type: Type, expected: Type) -> None:
    assert promoted(type) == expected
    assert promote(read(register("x", type))).type == expected


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        (CHAR, UCHAR, INT),
        (INT, UINT, UINT),
        (UINT, LONG, LONG),
        (LONG, ULONG, ULONG),
        (SHORT, ULONG, ULONG),
        (INT, SINGLE, SINGLE),
        (SINGLE, DOUBLE, DOUBLE),
    ],
)
def test_the_type_of_an_operation(left: Type, right: Type, expected: Type) -> None:
    assert arithmetic_type(left, right) == expected
    assert arithmetic_type(right, left) == expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (binary("+", read(R), constant(1)), True),
        (binary("/", read(R), constant(1)), True),
        (binary("&", read(R), constant(1)), False),
        (binary("<", read(R), constant(1)), False),
        (binary("<", binary("*", read(R), read(R)), constant(1)), True),
        (Unary(UnaryOperator.NEGATE, read(R), INT), True),
        (Unary(UnaryOperator.COMPLEMENT, read(R), INT), False),
        (read(R), False),
    ],
)
def test_arithmetic_that_is_not_defined_for_all_values(expression: Expression, expected: bool) -> None:
    assert may_go_wrong(expression) is expected


@pytest.mark.parametrize(
    ("address", "expected"),
    [(0, 0), (7, 7), (2**64 - 1, -1), (5 << 32, 0x1010), ((5 << 32) + 3, 0x1013)],
)
def test_a_pointer_in_a_narrow_integer(address: int, expected: int) -> None:
    pointer = register("p", PointerType(VOID))
    narrow = narrow_pointer(read(pointer), INT, ULONG)
    simplifier = Simplifier(lambda variable: variable, 0, lambda place: None)
    known = {pointer: convert(constant(address, ULONG), PointerType(VOID))}
    assert simplifier.expression(narrow, known) == constant(expected)


def test_the_last_flag_says_whether_overflow_is_defined() -> None:
    assert not wraps(())
    assert wraps(("-DX", "-fwrapv"))
    assert wraps(("-fno-strict-overflow",))
    assert not wraps(("-fwrapv", "-fno-wrapv"))


def test_what_wraps_is_computed_without_sign() -> None:
    value = read(R)
    found = wrapped(BinaryOperator.ADD, value, constant(1), INT)
    assert found == convert(binary("+", convert(value, UINT), constant(1, UINT)), INT)

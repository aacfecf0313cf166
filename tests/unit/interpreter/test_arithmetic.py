"""Arithmetic that goes wrong, as compiled code has it reported."""

from __future__ import annotations

import pytest

from tests.support.builder import assign, function, machine, program, returned, shared
from unthread.core.floats import Extended
from unthread.core.properties import Property, ViolationKind
from unthread.interpreter.arithmetic import Arithmetic
from unthread.interpreter.objects import Fault
from unthread.program.types import INT

X = shared("x")
LEAST = -(1 << 31)


def arithmetic() -> Arithmetic:
    given = program([function("main", [assign(X, 1), returned(0)])], [X])
    return Arithmetic(machine(given).runtime)


@pytest.mark.parametrize(
    ("left", "right", "quotient", "remainder"),
    [(7, 2, 3, 1), (-7, 2, -3, -1), (7, -2, -3, 1), (-7, -2, 3, -1), (0, 5, 0, 0), (LEAST, 1, LEAST, 0)],
)
def test_division_truncates_toward_zero(left: int, right: int, quotient: int, remainder: int) -> None:
    found = arithmetic()
    assert found.quotient(left, right, LEAST, 0) == quotient
    assert found.remainder(left, right, LEAST, 0) == remainder


def test_division_by_zero() -> None:
    found = arithmetic()
    for divide in (found.quotient, found.remainder):
        with pytest.raises(Fault) as fault:
            divide(1, 0, LEAST, 0)
        assert fault.value.kind is ViolationKind.DIVISION


def test_the_least_number_by_minus_one() -> None:
    for divide, kind in (
        (arithmetic().quotient, ViolationKind.OVERFLOW),
        (arithmetic().remainder, ViolationKind.REMAINDER),
    ):
        with pytest.raises(Fault) as fault:
            divide(LEAST, -1, LEAST, 0)
        assert (fault.value.kind, fault.value.property) == (kind, Property.ARITH)


def test_shifts_by_too_much() -> None:
    with pytest.raises(Fault, match="shift of a 32-bit integer by 33"):
        arithmetic().bad_shift(33, 32, 0)


@pytest.mark.parametrize(
    ("left", "message"), [(-1, "left shift of a negative number"), (1 << 30, "does not fit in int")]
)
def test_shifts_that_lose_bits(left: int, message: str) -> None:
    with pytest.raises(Fault, match=message):
        arithmetic().lossy_shift(left, 4, INT, 0)


def test_an_overflow_says_what_was_computed() -> None:
    with pytest.raises(Fault, match=r"signed overflow: 2147483647 \+ 1 does not fit in int"):
        arithmetic().overflow("+", (1 << 31) - 1, 1, INT, 0)
    with pytest.raises(Fault, match=r"-\(-2147483648\)"):
        arithmetic().overflow("-", 0, LEAST, INT, 0)


@pytest.mark.parametrize(("value", "expected"), [(2.9, 2), (-2.9, -2), (Extended.from_float(7.5), 7)])
def test_conversion_truncates(value: float | Extended, expected: int) -> None:
    assert arithmetic().truncate(value, 32, True, 0) == expected


def test_conversion_out_of_range() -> None:
    for value in (1e10, float("nan")):
        with pytest.raises(Fault) as fault:
            arithmetic().truncate(value, 32, True, 0)
        assert fault.value.kind is ViolationKind.CONVERSION


def test_the_place_is_noted() -> None:
    given = program([function("main", [assign(X, 1), returned(0)])], [X])
    runtime = machine(given).runtime
    with pytest.raises(Fault):
        Arithmetic(runtime).quotient(1, 0, LEAST, 1)
    assert runtime.at == 1

"""C's integer operations as terms, computed on constants, and where they break C's rules."""

from __future__ import annotations

import pytest

from unthread.core.properties import Property
from unthread.engine.encode.arithmetic import SymbolicArithmetic
from unthread.engine.terms.nodes import Bool
from unthread.engine.terms.terms import Terms
from unthread.program.expressions import BinaryOperator, UnaryOperator
from unthread.program.types import CHAR, INT, UINT, Type

LEAST, MOST = -(1 << 31), (1 << 31) - 1


class Collecting(SymbolicArithmetic):
    def __init__(self, is_checked: bool) -> None:
        super().__init__(Terms(), is_checked)
        self.broken: list[str] = []

    def fault(self, property: Property, message: str, bad: Bool) -> None:
        assert bad in (self.terms.true, self.terms.false), "constants are decided"
        if bad is self.terms.true:
            self.broken.append(message)


def binary(operator: str, a: int, b: int, type: Type, is_checked: bool = True) -> tuple[int, list[str]]:
    given = Collecting(is_checked)
    result = given.integer_binary(
        BinaryOperator(operator), given.terms.integer(a), given.terms.integer(b), type
    )
    return result.lo, given.broken


@pytest.mark.parametrize(
    ("operator", "a", "b", "type", "expected"),
    [
        ("+", 2, 3, INT, 5),
        ("-", 0, 1, UINT, (1 << 32) - 1),
        ("*", 1 << 16, 1 << 16, UINT, 0),
        ("/", -7, 2, INT, -3),
        ("%", -7, 2, INT, -1),
        ("&", -1, 0xF0, INT, 0xF0),
        ("|", 1, 6, INT, 7),
        ("^", 5, 3, INT, 6),
        ("<<", 1, 31, UINT, 1 << 31),
        (">>", -8, 1, INT, -4),
    ],
)
def test_operations(operator: str, a: int, b: int, type: Type, expected: int) -> None:
    assert binary(operator, a, b, type) == (expected, [])


@pytest.mark.parametrize(
    ("operator", "a", "b", "wrapped"),
    [
        ("+", MOST, 1, LEAST),
        ("-", LEAST, 1, MOST),
        ("*", MOST, 2, -2),
        ("<<", -1, 1, -2),
        ("<<", 1 << 30, 1, LEAST),
    ],
)
def test_what_breaks_a_rule_wraps_where_it_is_not_looked_for(
    operator: str, a: int, b: int, wrapped: int
) -> None:
    assert binary(operator, a, b, INT, is_checked=False) == (wrapped, [])
    assert len(binary(operator, a, b, INT)[1]) == 1


@pytest.mark.parametrize("is_checked", [True, False])
@pytest.mark.parametrize(
    ("operator", "a", "b"), [("<<", 1, 33), (">>", 8, -1), (">>", 8, 32), ("/", LEAST, -1), ("%", LEAST, -1)]
)
def test_what_nobody_can_tell_the_result_of_is_looked_for_always(
    operator: str, a: int, b: int, is_checked: bool
) -> None:
    """The processor stops, or compilers differ."""
    assert len(binary(operator, a, b, INT, is_checked)[1]) == 1


@pytest.mark.parametrize("is_checked", [True, False])
def test_division_by_zero_is_looked_for_always(is_checked: bool) -> None:
    told: list[tuple[str, Bool]] = []

    class Telling(SymbolicArithmetic):
        def fault(self, property: Property, message: str, bad: Bool) -> None:
            told.append((message, bad))

    terms = Terms()
    divisor = terms.variable("b", (0, 3))
    Telling(terms, is_checked).integer_binary(BinaryOperator.DIVIDE, terms.integer(1), divisor, INT)
    assert ("division by zero", terms.equal(divisor, terms.zero)) in told


@pytest.mark.parametrize(
    ("operator", "value", "type", "expected"),
    [
        (UnaryOperator.NEGATE, 5, INT, -5),
        (UnaryOperator.COMPLEMENT, 5, INT, -6),
        (UnaryOperator.COMPLEMENT, 5, UINT, (1 << 32) - 6),
        (UnaryOperator.SWAP_BYTES, 0x11223344, UINT, 0x44332211),
        (UnaryOperator.ONES, 0b1011, INT, 3),
        (UnaryOperator.LEADING_ZEROS, 1, INT, 31),
        (UnaryOperator.LEADING_ZEROS, 0, CHAR, 8),
        (UnaryOperator.TRAILING_ZEROS, 8, INT, 3),
    ],
)
def test_unary_operations(operator: UnaryOperator, value: int, type: Type, expected: int) -> None:
    given = Collecting(is_checked=True)
    assert given.integer_unary(operator, given.terms.integer(value), type, type).lo == expected
    assert given.broken == []


def test_the_least_number_has_no_opposite() -> None:
    given = Collecting(is_checked=True)
    given.integer_unary(UnaryOperator.NEGATE, given.terms.integer(LEAST), INT, INT)
    assert given.broken == ["signed overflow in '-'"]

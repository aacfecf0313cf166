"""What a condition says of registers."""

from __future__ import annotations

import pytest

from unthread.program.build.fold import integer
from unthread.program.expressions import (
    Binary,
    BinaryOperator,
    Conditional,
    Convert,
    Expression,
    Storage,
    Unary,
    UnaryOperator,
    Variable,
    read_register,
)
from unthread.program.types import BOOL, CHAR, INT
from unthread.proof.branches import assumed
from unthread.proof.situations import Key, KnownFacts
from unthread.proof.values import KnownEvaluator, Nonzero, Number, Value

X = Variable("x", INT, Storage.REGISTER)
Y = Variable("y", INT, Storage.REGISTER)
READ_X, READ_Y = read_register(X), read_register(Y)
EVALUATOR = KnownEvaluator(lambda place, values, frame: None, lambda index: False)


def equal(left: Expression, number: int) -> Binary:
    return Binary(BinaryOperator.EQUAL, left, integer(number), INT)


def unequal(left: Expression, number: int) -> Binary:
    return Binary(BinaryOperator.NOT_EQUAL, left, integer(number), INT)


def learned(condition: Expression, wanted: bool, **known: Value) -> dict[str, Value] | None:
    """What is known then, by the name of the register; None if it cannot be."""
    values = {(0, name): value for name, value in known.items()}
    found = assumed(EVALUATOR, condition, wanted, Key(), KnownFacts(values), 0)
    return None if found is None else {name: value for (_, name), value in found[1].values.items()}


BOTH = Conditional(READ_X, READ_Y, integer(0), INT)  # x && y
EITHER = Conditional(READ_X, integer(1), READ_Y, INT)  # x || y


@pytest.mark.parametrize(
    ("condition", "wanted", "expected"),
    [
        (READ_X, True, {"x": Nonzero()}),
        (READ_X, False, {"x": Number(0)}),
        (Unary(UnaryOperator.NOT, READ_X, INT), True, {"x": Number(0)}),
        (equal(READ_X, 3), True, {"x": Number(3)}),
        (equal(READ_X, 3), False, {}),
        (unequal(READ_X, 3), False, {"x": Number(3)}),
        (equal(READ_X, 0), True, {"x": Number(0)}),
        (unequal(READ_X, 0), True, {"x": Nonzero()}),
        (BOTH, True, {"x": Nonzero(), "y": Nonzero()}),
        (BOTH, False, {}),
        (EITHER, False, {"x": Number(0), "y": Number(0)}),
        (EITHER, True, {}),
        (Convert(READ_X, BOOL), True, {"x": Nonzero()}),
        (Convert(READ_X, CHAR), False, {}),  # 256 is 0 as a char
    ],
)
def test_nothing_was_known_before(condition: Expression, wanted: bool, expected: dict[str, Value]) -> None:
    assert learned(condition, wanted) == expected


@pytest.mark.parametrize(
    ("condition", "wanted", "value", "is_possible"),
    [
        (READ_X, True, Number(0), False),
        (READ_X, False, Number(0), True),
        (READ_X, False, Nonzero(), False),
        (equal(READ_X, 3), True, Number(4), False),
        (equal(READ_X, 3), False, Number(3), False),
        (equal(READ_X, 3), True, Nonzero(), True),
        (BOTH, True, Number(0), False),
        (EITHER, False, Number(1), False),
    ],
)
def test_what_cannot_be(condition: Expression, wanted: bool, value: Value, is_possible: bool) -> None:
    assert (learned(condition, wanted, x=value) is not None) is is_possible


def test_registers_of_other_frames_are_others() -> None:
    found = assumed(EVALUATOR, READ_X, False, Key(), KnownFacts({(1, "x"): Number(7)}), 0)
    assert found is not None
    assert found[1].values == {(1, "x"): Number(7), (0, "x"): Number(0)}

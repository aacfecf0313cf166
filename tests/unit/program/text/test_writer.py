"""Expressions as text: as few parentheses and conversions as C needs, and no fewer."""

from __future__ import annotations

import pytest

from unthread.program.build.fold import integer
from unthread.program.expressions import (
    AddressOf,
    Binary,
    BinaryOperator,
    Conditional,
    Convert,
    Dereference,
    Element,
    Expression,
    FunctionAddress,
    Member,
    ObjectSize,
    PointerAdd,
    PointerDifference,
    Read,
    Storage,
    ThreadSelf,
    Unary,
    UnaryOperator,
    Variable,
    VariablePlace,
)
from unthread.program.text.writer import Writer
from unthread.program.types import (
    BOOL,
    CHAR,
    INT,
    UINT,
    ArrayType,
    Field,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    Type,
)

LONG = IntType(64, True, "long")
POINTER = PointerType(INT)
VALUE = Field("value", INT, 0, 0)
NODE = RecordType("node", False, (VALUE,), 4, True)


def variable(name: str, type: Type) -> Variable:
    return Variable(name, type, Storage.REGISTER)


X, Y, L, C = variable("x", INT), variable("y", INT), variable("l", LONG), variable("c", CHAR)
P, Q = variable("p", POINTER), variable("q", POINTER)
LIST = variable("list", ArrayType(INT, 4))
N, NP = variable("n", NODE), variable("np", PointerType(NODE))
RX, RY, RL, RC, RP, RQ = (Read(VariablePlace(v)) for v in (X, Y, L, C, P, Q))
FOUR = integer(4, LONG)


def both(operator: BinaryOperator, left: Expression, right: Expression, type: Type = INT) -> Binary:
    return Binary(operator, left, right, type)


ADD, MULTIPLY, SUBTRACT = BinaryOperator.ADD, BinaryOperator.MULTIPLY, BinaryOperator.SUBTRACT
AND, LESS, SHIFT = BinaryOperator.AND, BinaryOperator.LESS, BinaryOperator.SHIFT_LEFT


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (both(ADD, RX, both(MULTIPLY, RX, RY)), "x + x * y"),
        (both(MULTIPLY, both(ADD, RX, RY), RY), "(x + y) * y"),
        (both(SUBTRACT, both(SUBTRACT, RX, RY), RX), "x - y - x"),
        (both(SUBTRACT, RX, both(SUBTRACT, RY, RX)), "x - (y - x)"),
        (both(LESS, both(ADD, RX, RY), RY), "x + y < y"),
        (Unary(UnaryOperator.NEGATE, both(ADD, RX, RY), INT), "-(x + y)"),
        (Unary(UnaryOperator.NEGATE, Unary(UnaryOperator.NEGATE, RX, INT), INT), "- -x"),
        (Unary(UnaryOperator.NOT, RP, INT), "!p"),
        (Conditional(RX, RY, integer(1), INT), "x ? y : 1"),
        (both(ADD, Conditional(RX, RY, RX, INT), RY), "(x ? y : x) + y"),
        (Read(Element(VariablePlace(LIST), RL)), "list[l]"),
        (Read(Dereference(RP, INT)), "*p"),
        (Read(Member(VariablePlace(N), VALUE)), "n.value"),
        (Read(Member(Dereference(Read(VariablePlace(NP)), NODE), VALUE)), "np->value"),
        (AddressOf(VariablePlace(X), POINTER), "&x"),
        (PointerAdd(RP, RL, FOUR, POINTER), "p + l"),
        (PointerDifference(RP, RQ, FOUR, LONG), "p - q"),
        (FunctionAddress("f", PointerType(FunctionType(INT, ()))), "f"),
        (ThreadSelf(UINT), "self()"),
        (ObjectSize(RP, LONG), "object_size(p)"),
    ],
)
def test_precedence(expression: Expression, text: str) -> None:
    assert Writer().exact(expression).text == text


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (both(ADD, Convert(RC, INT), RX), "c + x"),  # C promotes by itself
        (both(ADD, Convert(RX, LONG), RL, LONG), "x + l"),
        (Convert(RX, LONG), "(long)x"),
        (Convert(both(ADD, RX, RY), CHAR), "(char)(x + y)"),
        (both(ADD, Convert(RL, INT), RX), "(int)l + x"),  # what is cut off is cut off
        (both(MULTIPLY, Convert(RX, LONG), Convert(RY, LONG), LONG), "x * (long)y"),
    ],
)
def test_conversions(expression: Expression, text: str) -> None:
    assert Writer().exact(expression).text == text


def test_the_right_side_of_an_assignment_converts_by_itself() -> None:
    assert Writer().assigned(Convert(RX, LONG)) == "x"
    assert Writer().assigned(Convert(RP, LONG)) == "(long)p"


def test_conditions_ask_only_whether_it_is_zero() -> None:
    assert Writer().truth(Convert(RX, BOOL)).text == "x"
    assert Writer().truth(Convert(RX, LONG)).text == "x"
    assert Writer().truth(Convert(RL, INT)).text == "(int)l"  # 1 << 32 is 0 then


def test_names_that_differ_from_those_of_the_program() -> None:
    assert Writer({"x": "x_1"}).exact(both(ADD, RX, RY)).text == "x_1 + y"


def test_deep_expressions_are_written_once() -> None:
    """If each part were written twice, sixty of them would never be done."""
    deep: Expression = RX
    for _ in range(60):
        deep = Convert(both(ADD, deep, RY), INT)
    assert Writer().exact(deep).text.count("+") == 60

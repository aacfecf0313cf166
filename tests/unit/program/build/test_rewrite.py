"""Parts of instructions replaced: every read of a register, wherever it stands, and nothing else."""

from __future__ import annotations

import pytest

from tests.support.builder import (
    address,
    assign,
    at,
    binary,
    call,
    check,
    constant,
    pointed,
    read,
    register,
    returned,
    shared,
    spawn,
)
from unthread.program.build.rewrite import map_expressions, replace_expressions, substitute
from unthread.program.expressions import (
    Conditional,
    Convert,
    Element,
    Expression,
    ObjectSize,
    PointerAdd,
    Read,
    ThreadSelf,
    Unary,
    UnaryOperator,
    Variable,
    VariablePlace,
)
from unthread.program.instructions import Assume, BlockUntil, Instruction, Jump, Label
from unthread.program.types import INT, ArrayType, IntType, PointerType

LONG = IntType(64, True, "long")
POINTER = PointerType(INT)
R, S, P = register("r"), register("s"), register("p", POINTER)
X, LIST = shared("x"), shared("list", ArrayType(INT, 4))
SEVEN = constant(7)
VALUES: dict[Variable, Expression] = {R: SEVEN, P: address(X)}


def element(index: Expression) -> Read:
    return Read(Element(VariablePlace(LIST), index))


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (read(R), SEVEN),
        (read(S), read(S)),
        (read(X), read(X)),
        (binary("+", read(R), read(S)), binary("+", SEVEN, read(S))),
        (Unary(UnaryOperator.NEGATE, read(R), INT), Unary(UnaryOperator.NEGATE, SEVEN, INT)),
        (Convert(read(R), LONG), Convert(SEVEN, LONG)),
        (Conditional(read(R), read(S), read(R), INT), Conditional(SEVEN, read(S), SEVEN, INT)),
        (element(read(R)), element(SEVEN)),
        (read(pointed(read(P))), read(pointed(address(X)))),
        (ObjectSize(read(P), LONG), ObjectSize(address(X), LONG)),
        (PointerAdd(read(P), read(R), SEVEN, POINTER), PointerAdd(address(X), SEVEN, SEVEN, POINTER)),
        (ThreadSelf(INT), ThreadSelf(INT)),
    ],
)
def test_reads_of_registers_are_replaced(given: Expression, expected: Expression) -> None:
    assert substitute(given, VALUES) == expected


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (assign(R, read(R)), assign(R, SEVEN)),  # not what is assigned to
        (assign(pointed(read(P)), 1), assign(pointed(address(X)), 1)),
        (Jump("l", read(R), at(1)), Jump("l", SEVEN, at(1))),
        (Jump("l", None, at(1)), Jump("l", None, at(1))),
        (call(R, "f", read(R), read(S)), call(R, "f", SEVEN, read(S))),
        (returned(read(R)), returned(SEVEN)),
        (returned(), returned()),
        (check(read(R)), check(SEVEN)),
        (Assume(read(R), at(1)), Assume(SEVEN, at(1))),
        (BlockUntil(read(R), at(1), True), BlockUntil(SEVEN, at(1), True)),
        (spawn("f", R), spawn("f", R)),
        (Label("l", at(1)), Label("l", at(1))),
    ],
)
def test_instructions(given: Instruction, expected: Instruction) -> None:
    assert replace_expressions(given, VALUES) == expected


def test_assignments_have_a_place_as_well() -> None:
    with pytest.raises(AssertionError):
        map_expressions(assign(R, 1), lambda expression: expression)

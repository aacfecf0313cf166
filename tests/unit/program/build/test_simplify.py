"""Expressions under what is known."""

from __future__ import annotations

import pytest

from tests.support.builder import address, binary, constant, local, pointed, read, register, shared
from unthread.program.build.simplify import Simplifier, function_named, is_fixed, is_known, truth_of
from unthread.program.expressions import (
    AddressOf,
    Conditional,
    Convert,
    Element,
    Expression,
    FunctionAddress,
    Place,
    PointerAdd,
    PointerDifference,
    Read,
    ThreadSelf,
    Variable,
    VariablePlace,
)
from unthread.program.types import INT, VOID, ArrayType, IntType, PointerType

LONG, POINTER = IntType(64, True, "long"), PointerType(INT)
R, S, P = register("r"), register("s"), register("p", POINTER)
X, CELL, LIST = shared("x"), shared("cell"), shared("list", ArrayType(INT, 4))
OWN = local("own")
F, G = FunctionAddress("f", PointerType(VOID)), FunctionAddress("g", PointerType(VOID))
KNOWN: dict[Variable, Expression] = {R: constant(3), P: address(X)}


def simplified(expression: Expression, thread: int = 0) -> Expression:
    def cell(place: Place) -> Expression | None:
        return constant(9) if place == VariablePlace(CELL) else None

    return Simplifier(lambda variable: variable, thread, cell).expression(expression, KNOWN)


def at(index: int) -> AddressOf:
    return AddressOf(Element(VariablePlace(LIST), constant(index, LONG)), POINTER)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (read(R), constant(3)),
        (read(S), read(S)),
        (read(CELL), constant(9)),
        (read(X), read(X)),
        (binary("+", read(R), constant(1)), constant(4)),
        (read(pointed(read(P))), read(X)),
        (Conditional(read(R), read(S), read(X), INT), read(S)),
        (ThreadSelf(INT), constant(5)),
        (PointerAdd(at(1), constant(2, LONG), constant(4, LONG), POINTER), at(3)),
        (PointerAdd(at(1), constant(0, LONG), constant(4, LONG), POINTER), at(1)),
        (PointerDifference(at(3), at(1), constant(4, LONG), LONG), constant(2, LONG)),
        (binary("<", at(1), at(3)), constant(1)),
        (binary("==", at(1), at(1)), constant(1)),
        (binary("!=", address(X), constant(0, POINTER)), constant(1)),
        (binary("==", F, G), constant(0)),
        (binary("==", F, F), constant(1)),
    ],
)
def test_what_is_known_is_put_in_and_folded(expression: Expression, expected: Expression) -> None:
    assert simplified(expression, thread=5) == expected


@pytest.mark.parametrize(
    "expression",
    [
        binary("==", address(X), address(OWN)),  # of different objects: not here to say
        PointerAdd(at(1), constant(9, LONG), constant(4, LONG), POINTER),  # leaves the array
        binary("<", address(X), at(1)),
    ],
)
def test_what_is_not_known_stays(expression: Expression) -> None:
    assert simplified(expression) == expression


def test_variables_are_renamed_before_they_are_looked_up() -> None:
    other = register("r#2")
    simplifier = Simplifier(lambda variable: other if variable == R else variable, 0, lambda place: None)
    assert simplifier.expression(read(R), {R: constant(1)}) == read(other)
    assert simplifier.expression(read(R), {other: constant(2)}) == constant(2)


@pytest.mark.parametrize(
    ("expression", "known", "fixed"),
    [
        (constant(1), True, True),
        (F, True, True),
        (address(X), True, True),
        (address(OWN), True, False),
        (at(2), True, True),
        (read(R), False, False),
        (Read(VariablePlace(X)), False, False),
        (Convert(constant(4, LONG), POINTER), True, True),
    ],
)
def test_known_values_mention_no_register(expression: Expression, known: bool, fixed: bool) -> None:
    assert (is_known(expression), is_fixed(expression)) == (known, fixed)


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (constant(2), True),
        (constant(0), False),
        (constant(0.0), False),
        (F, True),
        (at(1), True),
        (Convert(address(X), PointerType(VOID)), True),
        (address(pointed(read(P))), None),
        (read(R), None),
    ],
)
def test_truth(expression: Expression, expected: bool | None) -> None:
    assert truth_of(expression) is expected


def test_functions_are_named_through_conversions_of_pointers() -> None:
    assert function_named(Convert(Convert(F, POINTER), PointerType(VOID))) == "f"
    assert function_named(Convert(F, LONG)) is None
    assert function_named(read(P)) is None

from __future__ import annotations

from unthread.program.build.fold import integer
from unthread.program.expressions import (
    AddressOf,
    Binary,
    BinaryOperator,
    Constant,
    Convert,
    Element,
    Expression,
    Storage,
    Unary,
    UnaryOperator,
    Variable,
    VariablePlace,
    read_register,
)
from unthread.program.types import INT, ArrayType, IntType, PointerType
from unthread.proof.values import (
    Address,
    KnownEvaluator,
    KnownFunction,
    Made,
    Nonzero,
    Number,
    Value,
    joined,
    truth,
)

LONG = IntType(64, True, "long")
REGISTER = Variable("r%", INT, Storage.REGISTER)
ROW = Variable("row", ArrayType(INT, 4), Storage.GLOBAL)


def value(expression: Expression, known: Value | None = None) -> Value | None:
    values = {} if known is None else {(0, REGISTER.name): known}
    return KnownEvaluator(lambda place, values, frame: None, lambda index: False).value(expression, values, 0)


def element(index: Expression) -> AddressOf:
    return AddressOf(Element(VariablePlace(ROW), index), PointerType(INT, 8))


def test_numbers_are_computed() -> None:
    sum_ = Binary(BinaryOperator.ADD, read_register(REGISTER), integer(2), INT)
    assert value(sum_, Number(3)) == Number(5)
    assert value(sum_) is None


def test_the_address_of_an_element() -> None:
    assert value(element(Constant(2, LONG))) == Address(ROW, 8)
    assert value(element(Convert(read_register(REGISTER), LONG))) == Address(ROW, None)
    assert value(element(Convert(read_register(REGISTER), LONG)), Number(3)) == Address(ROW, 12)


def test_negation() -> None:
    negated = Unary(UnaryOperator.NOT, read_register(REGISTER), INT)
    assert value(negated, Nonzero()) == Number(0)
    assert value(negated, Number(0)) == Number(1)
    assert value(negated) is None


def test_what_holds_of_two_values() -> None:
    assert joined(Number(1), Number(2)) == Nonzero()
    assert joined(Number(1), Number(0)) is None
    assert joined(Address(Made(3), 0), Number(0)) == Address(Made(3), 0)  # or null
    assert joined(Address(ROW, 0), Number(0)) is None  # which would be known not to be null


def test_truth() -> None:
    assert truth(KnownFunction("f"))
    assert truth(Address(ROW, 0))
    assert truth(Address(Made(1), 0)) is None
    assert truth(Number(0)) is False

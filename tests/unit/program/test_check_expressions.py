"""Expressions and places: each fault that is put into one is named."""

from __future__ import annotations

import pytest

from unthread.core.floats import Extended
from unthread.core.source import DataModel
from unthread.program.check_expressions import (
    BadError,
    ExpressionCheck,
    check_agree,
    check_complete,
)
from unthread.program.expressions import (
    AddressOf,
    Binary,
    BinaryOperator,
    Conditional,
    Constant,
    Convert,
    Dereference,
    Element,
    Expression,
    FunctionAddress,
    Member,
    ObjectSize,
    Place,
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
from unthread.program.program import GlobalVariable, Program
from unthread.program.types import (
    BOOL,
    INT,
    UINT,
    VOID,
    ArrayType,
    AtomicType,
    Field,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    Type,
)

LONG, DOUBLE, SINGLE, WIDE = IntType(64, True, "long"), FloatType(64, 8), FloatType(32, 4), FloatType(80, 16)
POINTER = PointerType(INT)
PART, BITS = Field("part", INT, 0, 0), Field("bits", IntType(3, False), 4, 0, 3)
PAIR = RecordType("pair", False, (PART, BITS), 8, True)
OPEN = RecordType("open", False)

X = Variable("x", INT, Storage.REGISTER)
L = Variable("l", LONG, Storage.REGISTER)
P = Variable("p", POINTER, Storage.REGISTER)
D = Variable("d", DOUBLE, Storage.REGISTER)
LIST = Variable("list", ArrayType(INT, 4), Storage.LOCAL)
H = Variable("h", PAIR, Storage.GLOBAL)
STRANGE = Variable("strange", INT, Storage.REGISTER)
FRAME = {variable.name: variable for variable in (X, L, P, D, LIST)}
PROGRAM = Program(
    {"h": GlobalVariable(H, 8, ())},
    {},
    (PAIR,),
    DataModel.M64,
    entry="main",
    undefined={"known": FunctionType(VOID, ())},
)
CHECK = ExpressionCheck(PROGRAM, FRAME)

ONE, FOUR = Constant(1, INT), Constant(4, LONG)


def read(variable: Variable) -> Expression:
    return Read(VariablePlace(variable))


RX, RL, RP, RD = map(read, (X, L, P, D))


def code(name: str) -> FunctionAddress:
    return FunctionAddress(name, PointerType(FunctionType(VOID, ())))


@pytest.mark.parametrize(
    "expression",
    [
        ONE,
        Constant(-1.5, DOUBLE),
        Constant(0.5, SINGLE),
        RX,
        Read(Element(VariablePlace(LIST), RL)),
        Read(Member(VariablePlace(H), BITS)),
        AddressOf(Member(VariablePlace(H), PART), POINTER),
        Read(Dereference(PointerAdd(RP, RL, FOUR, POINTER), INT)),
        PointerDifference(RP, RP, FOUR, LONG),
        Conditional(RP, RX, ONE, INT),
        Convert(RD, INT),
        Convert(RX, BOOL),
        Convert(RP, PointerType(VOID)),
        Binary(BinaryOperator.LESS, RP, RP, INT),
        Unary(UnaryOperator.NOT, RP, INT),
        Unary(UnaryOperator.IS_NAN, RD, INT),
        code("known"),
        ThreadSelf(UINT),
        ObjectSize(RP, LONG),
    ],
)
def test_good_ones(expression: Expression) -> None:
    CHECK.check(expression)


@pytest.mark.parametrize(
    ("expression", "reason"),
    [
        (Constant(1 << 40, INT), "is not of type int"),
        (Constant(1.0, INT), "is not an integer"),
        (Constant(1, DOUBLE), "is not a floating number"),
        (Constant(0.1, SINGLE), "is not a float"),
        (Constant(0.5, WIDE), "is not an Extended"),
        (read(STRANGE), "no variable strange in scope"),
        (read(Variable("x", UINT, Storage.REGISTER)), "the type of x differs"),
        (read(Variable("x", INT, Storage.LOCAL)), "the storage of x differs"),
        (AddressOf(VariablePlace(X), POINTER), "registers have no address"),
        (AddressOf(Member(VariablePlace(H), BITS), POINTER), "bit-fields have no address"),
        (Read(Dereference(RX, INT)), "is not a pointer"),
        (Read(Element(VariablePlace(LIST), RX)), "is not a pointer-wide integer"),
        (Read(Member(VariablePlace(X), PART)), "only records have members"),
        (Read(Member(VariablePlace(H), Field("no", INT, 0, 0))), "no such member no"),
        (Read(VariablePlace(H)), "is not a scalar"),
        (Binary(BinaryOperator.ADD, RX, RL, INT), "the types of the sides of"),
        (Binary(BinaryOperator.ADD, RX, RX, LONG), "and its sides"),
        (Binary(BinaryOperator.LESS, RX, RX, LONG), "gives no int"),
        (Binary(BinaryOperator.REMAINDER, RD, RD, DOUBLE), "does not take double"),
        (Binary(BinaryOperator.AND, RD, RD, DOUBLE), "does not take double"),
        (Binary(BinaryOperator.SHIFT_LEFT, RX, RD, INT), "right side of"),
        (Unary(UnaryOperator.NOT, RX, LONG), "gives no int"),
        (Unary(UnaryOperator.IS_NAN, RX, INT), "takes a floating number"),
        (Unary(UnaryOperator.COMPLEMENT, RD, DOUBLE), "does not take double"),
        (Convert(RD, POINTER), "a floating number is not a pointer"),
        (PointerAdd(RX, RL, FOUR, POINTER), "left side of +"),
        (PointerDifference(RP, RP, FOUR, INT), "not a pointer-wide signed integer"),
        (Conditional(RX, RX, RL, INT), "conditional and its second side"),
        (code("nowhere"), "there is no function nowhere"),
        (ThreadSelf(POINTER), "a thread number is an integer"),
        (ObjectSize(RX, LONG), "is not a pointer"),
    ],
)
def test_bad_ones(expression: Expression, reason: str) -> None:
    with pytest.raises(BadError) as caught:
        CHECK.check(expression)
    assert reason in str(caught.value)


def test_a_fault_inside_is_found() -> None:
    inner = Unary(UnaryOperator.NOT, read(STRANGE), INT)
    with pytest.raises(BadError, match="strange"):
        CHECK.check(Conditional(inner, ONE, ONE, INT))


def test_kinds_that_should_be_gone() -> None:
    CHECK.check(Convert(RX, BOOL))
    with pytest.raises(BadError, match="Convert should be gone"):
        CHECK.check(Unary(UnaryOperator.NOT, Convert(RX, BOOL), INT), (Convert,))


def test_initial_values_have_no_frame() -> None:
    static = ExpressionCheck(PROGRAM, None)
    static.check(AddressOf(VariablePlace(H), PointerType(PAIR)))
    with pytest.raises(BadError, match="no variable x"):
        static.check(RX)


def test_members_of_incomplete_records() -> None:
    place: Place = Member(Dereference(Convert(RP, PointerType(OPEN)), OPEN), PART)
    with pytest.raises(BadError, match="incomplete"):
        CHECK.check_place(place)


@pytest.mark.parametrize(
    ("type", "has_size"),
    [
        (INT, True),
        (PAIR, True),
        (ArrayType(PAIR, 2), True),
        (AtomicType(INT), True),
        (OPEN, False),
        (ArrayType(OPEN, 2), False),
        (VOID, False),
        (FunctionType(VOID, ()), False),
    ],
)
def test_types_with_a_size(type: Type, has_size: bool) -> None:
    if has_size:
        check_complete(type)
    else:
        with pytest.raises(BadError, match="has no size"):
            check_complete(type)


def test_pointers_of_one_size_agree() -> None:
    check_agree(POINTER, PointerType(VOID), "both")
    with pytest.raises(BadError, match="the types of both differ: int and unsigned int"):
        check_agree(INT, UINT, "both")


def test_long_doubles() -> None:
    CHECK.check(Constant(Extended(False, 0, 0), WIDE))

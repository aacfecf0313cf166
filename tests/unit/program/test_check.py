"""A good program passes; every single fault that is put into it is found and named."""

from __future__ import annotations

from dataclasses import replace

import pytest

from unthread.core.properties import Property
from unthread.core.source import NOWHERE, DataModel
from unthread.program.check import check
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
    PointerAdd,
    PointerDifference,
    Read,
    Storage,
    Unary,
    UnaryOperator,
    Variable,
    VariablePlace,
)
from unthread.program.instructions import (
    Allocate,
    Assert,
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    BlockUntil,
    Call,
    Cut,
    Declare,
    Discard,
    Exit,
    FormatText,
    Free,
    Input,
    Instruction,
    Jump,
    Label,
    Print,
    Region,
    Return,
    Scope,
    Spawn,
    Unmodelled,
)
from unthread.program.program import Function, GlobalVariable, InitialValue, Program
from unthread.program.query.graph import BackEdge
from unthread.program.types import (
    BOOL,
    CHAR,
    INT,
    UINT,
    VOID,
    ArrayType,
    Field,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    Type,
)

LONG = IntType(64, True, "long")
DOUBLE = FloatType(64, 8)
FLOAT = FloatType(32, 4)
VOID_POINTER = PointerType(VOID)
INT_POINTER = PointerType(INT)
VALUE = Field("value", INT, 0)
BITS = Field("bits", IntType(3, False), 4, 0, 3)
PAIR = RecordType("pair", False, (VALUE, BITS), 8, True)
UNKNOWN = RecordType("unknown", False)

ZERO, ONE = Constant(0, INT), Constant(1, INT)
NULL = Constant(0, VOID_POINTER)


def register(name: str, type: Type) -> Variable:
    return Variable(name, type, Storage.REGISTER)


X, L, D, P, V, B = (
    register("x", INT),
    register("l", LONG),
    register("d", DOUBLE),
    register("p", INT_POINTER),
    register("v", VOID_POINTER),
    register("b", BOOL),
)
LIST = Variable("list", ArrayType(INT, 4), Storage.LOCAL)
G = Variable("g", INT, Storage.GLOBAL)
H = Variable("h", PAIR, Storage.GLOBAL)
HIDDEN = Variable("hidden", UNKNOWN, Storage.LOCAL)

FX, FG = Read(VariablePlace(X)), Read(VariablePlace(G))
FL, FD, FP, FV, FB = (Read(VariablePlace(v)) for v in (L, D, P, V, B))
CALLEE = FunctionType(INT, (INT, INT_POINTER))
F = FunctionAddress("f", PointerType(CALLEE))
PRINTF = FunctionAddress("printf", PointerType(FunctionType(INT, (PointerType(CHAR),), True)))
MAKE = FunctionAddress("make", PointerType(FunctionType(PAIR, (PAIR,))))
OLD = FunctionAddress("old", PointerType(FunctionType(INT, (), prototyped=False)))
END = Return(None, NOWHERE)


def assign(target: Variable, value: Expression) -> Assign:
    return Assign(VariablePlace(target), value, NOWHERE)


def program(*body: Instruction, library: bool = False, name: str = "main") -> Program:
    function = Function(
        name, FunctionType(INT, (INT,)), (X,), (L, D, P, V, B, LIST, HIDDEN), body, NOWHERE, library=library
    )
    callee = Function(
        "f",
        CALLEE,
        (register("f::a", INT), register("f::b", INT_POINTER)),
        (),
        (Return(ZERO, NOWHERE),),
        NOWHERE,
    )
    types = {"printf": PRINTF.type, "make": MAKE.type, "old": OLD.type}
    undefined = {name: type.target for name, type in types.items() if isinstance(type.target, FunctionType)}
    return Program(
        {
            "g": GlobalVariable(G, 4, (InitialValue(0, INT, ONE),)),
            "h": GlobalVariable(H, 8, (InitialValue(4, INT, ONE),)),
        },
        {name: function, "f": callee},
        (PAIR,),
        DataModel.M64,
        entry=name,
        undefined=undefined,
    )


GOOD: tuple[Instruction, ...] = (
    assign(X, FG),
    assign(G, Binary(BinaryOperator.ADD, FX, ONE, INT)),
    assign(L, Convert(FX, LONG)),
    assign(B, Convert(FP, BOOL)),
    assign(D, Unary(UnaryOperator.NEGATE, Unary(UnaryOperator.ROOT, FD, DOUBLE), DOUBLE)),
    assign(X, Unary(UnaryOperator.ONES, FL, INT)),
    assign(X, Unary(UnaryOperator.IS_NAN, FD, INT)),
    assign(P, Conditional(FX, FP, Convert(FV, INT_POINTER), INT_POINTER)),
    assign(P, PointerAdd(FP, FL, Constant(4, LONG), INT_POINTER)),
    assign(L, PointerDifference(FP, FP, Constant(4, LONG), LONG)),
    assign(V, AddressOf(VariablePlace(G), INT_POINTER)),
    Assign(Member(VariablePlace(H), BITS), Convert(FX, BITS.type), NOWHERE),
    Assign(Dereference(FP, INT), Binary(BinaryOperator.SHIFT_LEFT, FX, FL, INT), NOWHERE),
    Declare(LIST, True, NOWHERE),
    Assign(Element(VariablePlace(LIST), FL), FX, NOWHERE),
    Discard(LIST, NOWHERE),
    Input(X, "x", NOWHERE),
    Allocate(V, FL, FB, Region.HEAP, NOWHERE),
    Free(FV, Region.HEAP, NOWHERE),
    Label("top", NOWHERE),
    Jump("top", Binary(BinaryOperator.LESS, FP, FP, INT), NOWHERE),
    Call(X, F, (FX, FP), None, NOWHERE),
    Call(None, PRINTF, (Constant(0, PointerType(CHAR)),), NULL, NOWHERE),
    Call(None, MAKE, (FV, FP), None, NOWHERE),
    Call(X, OLD, (FX, FX, FX), None, NOWHERE),
    Spawn(X, F, FV, NOWHERE),
    AtomicBegin(NOWHERE),
    BlockUntil(Binary(BinaryOperator.EQUAL, FG, FG, INT), NOWHERE),
    AtomicEnd(NOWHERE),
    Assume(FB, NOWHERE),
    Assert(FP, Property.MEMORY, "null", NOWHERE),
    Print(X, ONE, FV, NULL, NOWHERE),
    FormatText(X, FV, FL, FV, NULL, NOWHERE),
    Jump("top", None, NOWHERE),
    Unmodelled("asm", NOWHERE),
    Cut("loop", NOWHERE),
    Exit(Scope.PROCESS, FX, NOWHERE),
    Return(FX, NOWHERE),
)


def test_a_good_program_passes() -> None:
    check(program(*GOOD))


@pytest.mark.parametrize(
    "last", [END, Exit(Scope.THREAD, ZERO, NOWHERE), Unmodelled("", NOWHERE), Cut("", NOWHERE)]
)
def test_ways_to_end(last: Instruction) -> None:
    check(program(last))


HX = Variable("h", INT, Storage.GLOBAL)

BAD: list[tuple[Instruction, str]] = [
    (Jump("nowhere", None, NOWHERE), "no label nowhere"),
    (assign(register("y", INT), ZERO), "no variable y in scope"),
    (assign(X, Read(VariablePlace(register("f::a", INT)))), "no variable f::a"),
    (assign(Variable("gone", INT, Storage.GLOBAL), ZERO), "no variable gone"),
    (assign(HX, ZERO), "type of h differs"),
    (assign(Variable("x", INT, Storage.LOCAL), ZERO), "storage of x differs"),
    (assign(X, FL), "target and value differ: int and long"),
    (assign(X, Constant(1, UINT)), "target and value differ"),
    (assign(H, ZERO), "target is not a scalar"),
    (assign(X, Read(VariablePlace(H))), "h is not a scalar"),
    (assign(X, Binary(BinaryOperator.ADD, FX, FL, INT)), "sides of + differ"),
    (assign(L, Binary(BinaryOperator.ADD, FX, FX, LONG)), "+ and its sides differ"),
    (assign(L, Binary(BinaryOperator.LESS, FX, FX, LONG)), "< gives no int"),
    (assign(D, Binary(BinaryOperator.REMAINDER, FD, FD, DOUBLE)), "% does not take double"),
    (assign(P, Binary(BinaryOperator.ADD, FP, FP, INT_POINTER)), "+ does not take int *"),
    (assign(X, Binary(BinaryOperator.SHIFT_LEFT, FX, FD, INT)), "right side of << d is not an integer"),
    (assign(L, Unary(UnaryOperator.NOT, FL, LONG)), "! gives no int"),
    (assign(D, Unary(UnaryOperator.COMPLEMENT, FD, DOUBLE)), "~ does not take double"),
    (assign(X, Unary(UnaryOperator.ROOT, FX, INT)), "sqrt does not take int"),
    (assign(X, Constant(1 << 31, INT)), "constant 2147483648 is not of type int"),
    (assign(B, Constant(2, BOOL)), "constant 2 is not of type _Bool"),
    (assign(P, Constant(-1, INT_POINTER)), "constant -1 is not of type int *"),
    (assign(X, Constant(1.0, INT)), "is not an integer"),
    (assign(D, Constant(1, DOUBLE)), "is not a floating number"),
    (assign(D, Convert(Constant(0.1, FLOAT), DOUBLE)), "0.1 is not a float"),
    (assign(D, Convert(Constant(1.0, FloatType(80, 16)), DOUBLE)), "not an Extended"),
    (assign(P, Convert(FD, INT_POINTER)), "a floating number is not a pointer"),
    (assign(X, Conditional(FX, FX, FL, INT)), "second side differ"),
    (assign(P, PointerAdd(FP, FX, Constant(4, LONG), INT_POINTER)), "index x is not a pointer-wide integer"),
    (assign(X, PointerDifference(FP, FP, Constant(4, LONG), INT)), "pointer-wide signed integer"),
    (assign(P, AddressOf(VariablePlace(X), INT_POINTER)), "registers have no address"),
    (assign(P, AddressOf(Member(VariablePlace(H), BITS), INT_POINTER)), "bit-fields have no address"),
    (assign(V, FunctionAddress("missing", VOID_POINTER)), "no function missing"),
    (Assign(Dereference(FX, INT), FX, NOWHERE), "operand of * x is not a pointer"),
    (Assign(Member(VariablePlace(H), Field("other", INT, 0)), FX, NOWHERE), "no such member other"),
    (Assign(Member(VariablePlace(HIDDEN), VALUE), FX, NOWHERE), "struct unknown is incomplete"),
    (Assign(Element(VariablePlace(LIST), FX), FX, NOWHERE), "index x is not a pointer-wide"),
    (assign(G, Binary(BinaryOperator.ADD, FG, ONE, INT)), "touches memory more than once"),
    (assign(X, Binary(BinaryOperator.ADD, FG, FG, INT)), "touches memory more than once"),
    (Input(LIST, "", NOWHERE), "target list is not a register"),
    (Declare(X, False, NOWHERE), "x is not a local object"),
    (Declare(HIDDEN, False, NOWHERE), "struct unknown has no size"),
    (Allocate(X, FL, FB, Region.HEAP, NOWHERE), "target is not a pointer"),
    (Allocate(V, FD, FB, Region.HEAP, NOWHERE), "size d is not an integer"),
    (Free(FX, Region.HEAP, NOWHERE), "operand x is not a pointer"),
    (Call(X, F, (FX,), None, NOWHERE), "takes 2 arguments and gets 1"),
    (Call(X, F, (FL, FP), None, NOWHERE), "argument 1 and its parameter differ"),
    (Call(L, F, (FX, FP), None, NOWHERE), "target and result differ"),
    (Call(X, F, (FX, FP), NULL, NOWHERE), "varargs are for variadic functions"),
    (Call(X, PRINTF, (FV,), None, NOWHERE), "varargs are for variadic functions"),
    (Call(None, MAKE, (FV, FX), None, NOWHERE), "argument 2 x is not a pointer"),
    (Call(None, FX, (), None, NOWHERE), "function x is not a pointer"),
    (Return(FL, NOWHERE), "result and value differ"),
    (Spawn(None, F, FX, NOWHERE), "argument x is not a pointer"),
    (Exit(Scope.PROCESS, FD, NOWHERE), "status d is not an integer"),
    (Print(X, FD, FV, FV, NOWHERE), "stream d is not an integer"),
    (FormatText(X, FV, FL, FX, FV, NOWHERE), "format x is not a pointer"),
]


@pytest.mark.parametrize(("instruction", "reason"), BAD)
def test_a_bad_instruction_is_named(instruction: Instruction, reason: str) -> None:
    with pytest.raises(AssertionError) as caught:
        check(program(assign(X, ZERO), instruction, END))
    assert "function main, instruction 1: " in str(caught.value)
    assert reason in str(caught.value)


def test_a_label_stands_once() -> None:
    with pytest.raises(AssertionError, match=r"instruction 1: .*a second label here"):
        check(program(Label("here", NOWHERE), Label("here", NOWHERE), END))


@pytest.mark.parametrize(
    "body",
    [(), (assign(X, ZERO),), (END, Label("L", NOWHERE)), (Label("L", NOWHERE), Jump("L", FX, NOWHERE))],
)
def test_a_body_does_not_run_past_its_end(body: tuple[Instruction, ...]) -> None:
    with pytest.raises(AssertionError, match="past the end"):
        check(program(*body))


def test_names_are_unique_in_the_program() -> None:
    good = program(END)
    twin = replace(good.functions["f"], locals=(X,))
    with pytest.raises(AssertionError, match="function f: a second variable x"):
        check(replace(good, functions={**good.functions, "f": twin}))
    with pytest.raises(AssertionError, match="a second variable g"):
        check(replace(good, functions={**good.functions, "f": replace(twin, locals=(register("g", INT),))}))


def test_registers_are_scalars() -> None:
    good = program(END)
    wrong = replace(good.functions["f"], locals=(register("pair", PAIR),))
    with pytest.raises(AssertionError, match="register pair is not a scalar"):
        check(replace(good, functions={**good.functions, "f": wrong}))


def test_the_entry_has_a_body() -> None:
    with pytest.raises(AssertionError, match="entry start has no body"):
        check(replace(program(END), entry="start"))


@pytest.mark.parametrize(
    ("variable", "reason"),
    [
        (GlobalVariable(G, 2), "smaller than its type"),
        (GlobalVariable(G, 4, (InitialValue(2, INT, ONE),)), "offset 2 lies outside"),
        (GlobalVariable(G, 4, (InitialValue(0, INT, FG),)), "reads memory"),
        (GlobalVariable(G, 4, (InitialValue(0, INT, Constant(1, LONG)),)), "offset 0 differ: int and long"),
        (GlobalVariable(Variable("g", UNKNOWN, Storage.GLOBAL), 4), "struct unknown has no size"),
        (GlobalVariable(Variable("g", INT, Storage.LOCAL), 4), "storage is not static"),
        (GlobalVariable(Variable("other", INT, Storage.GLOBAL), 4), "it is called other"),
    ],
)
def test_bad_globals(variable: GlobalVariable, reason: str) -> None:
    good = program(END)
    with pytest.raises(AssertionError, match="global g: ") as caught:
        check(replace(good, globals={**good.globals, "g": variable}))
    assert reason in str(caught.value)


BEGIN, FINISH = AtomicBegin(NOWHERE), AtomicEnd(NOWHERE)
UNBALANCED: list[tuple[tuple[Instruction, ...], str]] = [
    ((BEGIN, END), "leaves 1 atomic sections open"),
    ((FINISH, END), "was not begun"),
    (
        (Jump("skip", FX, NOWHERE), BEGIN, Label("skip", NOWHERE), Exit(Scope.THREAD, ZERO, NOWHERE)),
        "differ on the ways",
    ),
    ((Label("top", NOWHERE), BEGIN, Jump("top", FX, NOWHERE), FINISH, END), "differ on the ways"),
]


@pytest.mark.parametrize(("body", "reason"), UNBALANCED)
def test_atomic_sections_balance_in_the_library(body: tuple[Instruction, ...], reason: str) -> None:
    with pytest.raises(AssertionError) as caught:
        check(program(*body, library=True))
    assert reason in str(caught.value)
    check(program(*body))  # users may begin a section in one function and end it in another
    check(program(*body, library=True, name="__CPROVER_atomic_begin"))


def test_balanced_sections_pass() -> None:
    check(
        program(
            BEGIN, Jump("out", FX, NOWHERE), FINISH, END, Label("out", NOWHERE), FINISH, END, library=True
        )
    )


def test_what_should_be_gone_is_found() -> None:
    loop = program(Label("top", NOWHERE), Jump("top", FX, NOWHERE), END)
    check(loop, absent=(Call, Convert))
    with pytest.raises(AssertionError, match="Jump should be gone"):
        check(loop, absent=(Jump,))
    with pytest.raises(AssertionError, match="BackEdge should be gone"):
        check(loop, absent=(BackEdge,))
    with pytest.raises(AssertionError, match="Convert should be gone"):
        check(program(assign(L, Convert(FX, LONG)), END), absent=(Convert,))

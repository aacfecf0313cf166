"""Types, expressions, instructions and programs as text."""

from __future__ import annotations

import math
import struct
import subprocess
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from referees import GCC
from tests.support.tools import require
from unthread.core.floats import Extended
from unthread.core.properties import Property
from unthread.core.source import NOWHERE, DataModel, Loc
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
from unthread.program.text.c_types import declare, type_name
from unthread.program.text.show import show, show_expression, show_instruction
from unthread.program.text.writer import Writer
from unthread.program.types import (
    BOOL,
    CHAR,
    INT,
    UCHAR,
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
    VariableArrayType,
)

LONG = IntType(64, True, "long")
ULONG = IntType(64, False, "unsigned long")
FLOAT = FloatType(32, 4)
DOUBLE = FloatType(64, 8)
LONG_DOUBLE = FloatType(80, 16)
VOID_POINTER = PointerType(VOID)
INT_POINTER = PointerType(INT)

NODE = RecordType("node", False, complete=True)
NODE_POINTER = PointerType(NODE)
INNER = RecordType("anonymous_1_1", True, (Field("u", INT, 0), Field("f", FLOAT, 0)), 4, True)
VALUE = Field("value", INT, 0)
ANONYMOUS = Field("", INNER, 4)
NEXT = Field("next", NODE_POINTER, 8)
DATA = Field("data", ArrayType(INT, 4), 16)
NODE.fields = (VALUE, ANONYMOUS, NEXT, DATA)
NODE.size = 32


def place(name: str, type: Type = INT, storage: Storage = Storage.REGISTER) -> VariablePlace:
    return VariablePlace(Variable(name, type, storage))


def read(name: str, type: Type = INT) -> Read:
    return Read(place(name, type))


def constant(value: int, type: Type = INT) -> Constant:
    return Constant(value, type)


def binary(operator: str, left: Expression, right: Expression) -> Binary:
    kind = BinaryOperator(operator)
    is_comparison = operator in ("==", "!=", "<", "<=", ">", ">=")
    return Binary(kind, left, right, INT if is_comparison else left.type)


X, Y, Z = read("x"), read("y"), read("z")
L, U, C, D = read("l", LONG), read("u", UINT), read("c", CHAR), read("d", DOUBLE)
P, Q = read("p", INT_POINTER), read("q", NODE_POINTER)

TYPES: list[tuple[Type, str]] = [
    (UINT, "unsigned int a"),
    (BOOL, "_Bool a"),
    (IntType(8, True), "signed char a"),
    (IntType(64, False), "unsigned long long a"),
    (IntType(128, True), "__int128 a"),
    (LONG_DOUBLE, "long double a"),
    (NODE_POINTER, "struct node *a"),
    (PointerType(ArrayType(INT, 4)), "int (*a)[4]"),
    (ArrayType(INT_POINTER, 4), "int *a[4]"),
    (ArrayType(ArrayType(INT, 3), 2), "int a[2][3]"),
    (PointerType(FunctionType(INT, (CHAR, INT_POINTER))), "int (*a)(char, int *)"),
    (PointerType(FunctionType(VOID, ())), "void (*a)(void)"),
    (PointerType(FunctionType(VOID, (), prototyped=False)), "void (*a)()"),
    (FunctionType(INT, (PointerType(CHAR),), variadic=True), "int a(char *, ...)"),
    (ArrayType(PointerType(FunctionType(INT, ())), 3), "int (*a[3])(void)"),
    (
        FunctionType(PointerType(FunctionType(VOID, (INT,))), (INT, PointerType(FunctionType(VOID, (INT,))))),
        "void (*a(int, void (*)(int)))(int)",
    ),
    (PointerType(FunctionType(PointerType(ArrayType(INT, 2)), ())), "int (*(*a)(void))[2]"),
    (AtomicType(INT), "_Atomic(int) a"),
    (PointerType(AtomicType(INT_POINTER)), "_Atomic(int *) *a"),
    (RecordType("u", True), "union u a"),
]


@pytest.mark.parametrize(("type", "expected"), TYPES)
def test_declarations(type: Type, expected: str) -> None:
    assert declare(type, "a") == expected


def test_type_names() -> None:
    assert type_name(PointerType(ArrayType(INT, 4))) == "int (*)[4]"
    assert type_name(INT_POINTER) == "int *"
    assert type_name(ArrayType(INT, 0)) == "int []"
    assert type_name(VariableArrayType(INT, X)) == "int [x]"
    assert type_name(PointerType(FunctionType(VOID, (VOID_POINTER,)))) == "void (*)(void *)"
    assert type_name(IntType(3, False)) == "unsigned _BitInt(3)"


leaves = st.sampled_from([INT, UINT, CHAR, UCHAR, LONG, BOOL, DOUBLE, NODE, AtomicType(INT)])


def _is_object(type: Type) -> bool:
    return not isinstance(type, FunctionType)


def _compound(inner: st.SearchStrategy[Type]) -> st.SearchStrategy[Type]:
    results = inner.filter(lambda t: not isinstance(t, ArrayType | FunctionType))
    objects = inner.filter(_is_object)
    parameters = st.lists(results, max_size=2).map(tuple)
    return st.one_of(
        st.builds(PointerType, inner),
        st.builds(ArrayType, objects, st.integers(1, 5)),
        st.builds(FunctionType, results, parameters),
    )


def test_a_compiler_reads_each_declaration_as_the_same_type() -> None:
    require(GCC)
    lines = ["struct node { int value; }; union u { int i; };"]
    for number, (type, _) in enumerate(TYPES):
        word = "extern " if _is_object(type) else ""
        lines.append(f"{word}{declare(type, f'a{number}')};")
        lines.append(f"{word}__typeof__({type_name(type)}) a{number};")
    command = ["gcc", "-x", "c", "-std=gnu17", "-fsyntax-only", "-"]
    answer = subprocess.run(
        command, input="\n".join(lines), capture_output=True, text=True, timeout=60, check=False
    )
    assert answer.returncode == 0, answer.stderr


@given(st.recursive(leaves, _compound, max_leaves=6))
def test_declarators_hold_the_name_once_and_the_name_of_the_type_is_the_rest(type: Type) -> None:
    text = declare(type, "QQ")
    assert text.count("QQ") == 1
    without = text.replace("QQ", "")
    assert without.replace(" ", "") == type_name(type).replace(" ", "")


EXPRESSIONS: list[tuple[Expression, str]] = [
    (binary("+", X, binary("*", Y, Z)), "x + y * z"),
    (binary("*", binary("+", X, Y), Z), "(x + y) * z"),
    (binary("-", binary("-", X, Y), Z), "x - y - z"),
    (binary("-", X, binary("-", Y, Z)), "x - (y - z)"),
    (binary("==", binary("&", X, Y), constant(0)), "(x & y) == 0"),
    (binary("&", X, binary("==", Y, Z)), "x & y == z"),
    (Unary(UnaryOperator.NEGATE, Unary(UnaryOperator.NEGATE, X, INT), INT), "- -x"),
    (Unary(UnaryOperator.NEGATE, constant(-1), INT), "- -1"),
    (Unary(UnaryOperator.COMPLEMENT, binary("+", X, Y), INT), "~(x + y)"),
    (Unary(UnaryOperator.NOT, binary("<", X, Y), INT), "!(x < y)"),
    (Unary(UnaryOperator.NOT, Convert(P, BOOL), INT), "!p"),
    (Unary(UnaryOperator.ONES, U, INT), "popcount(u)"),
    # C converts by itself
    (binary("+", Convert(C, INT), constant(1)), "c + 1"),
    (binary("+", Convert(X, LONG), L), "x + l"),
    (binary("+", L, constant(1, LONG)), "l + 1"),
    (binary("+", U, constant(1, UINT)), "u + 1"),
    (binary("*", Convert(X, DOUBLE), D), "x * d"),
    (binary("<", Convert(X, UINT), U), "x < u"),
    (binary("<<", Convert(C, INT), L), "c << l"),
    (Convert(Convert(C, INT), LONG), "(long)c"),
    (Convert(Convert(C, LONG), PointerType(VOID)), "(void *)(long)c"),
    (binary("+", Convert(Convert(Convert(X, CHAR), INT), LONG), L), "(char)x + l"),
    # C would not
    (binary("+", Convert(X, LONG), Convert(Y, LONG)), "x + (long)y"),
    (binary("<<", constant(1, UINT), X), "1U << x"),
    (binary("<<", constant(1, LONG), X), "1L << x"),
    (binary("<", Convert(X, UINT), constant(3, UINT)), "x < 3U"),
    (Convert(Convert(X, CHAR), INT), "(int)(char)x"),
    (Convert(binary("+", X, Y), CHAR), "(char)(x + y)"),
    (Unary(UnaryOperator.NEGATE, Convert(X, LONG), LONG), "-(long)x"),
    # an unsigned result needs a mark somewhere
    (binary(">", Unary(UnaryOperator.NEGATE, constant(1, UINT), UINT), Convert(X, UINT)), "-1U > x"),
    # constants
    (constant(4294967295, UINT), "4294967295U"),
    (constant(1, IntType(64, False)), "1ULL"),
    (constant(0, NODE_POINTER), "0"),
    (constant(16, NODE_POINTER), "(struct node *)16"),
    (binary("==", Q, constant(0, NODE_POINTER)), "q == 0"),
    (Constant(0.1, DOUBLE), "0.1"),
    (Constant(1e22, DOUBLE), "1e+22"),
    (Constant(struct.unpack("f", struct.pack("f", 0.1))[0], FLOAT), "0.1f"),
    (Constant(16777216.0, FLOAT), "16777216.0f"),
    (Constant(math.inf, DOUBLE), "INFINITY"),
    (Constant(Extended.from_float(2.5), LONG_DOUBLE), "0x5p-1L"),
    (Constant(Extended.from_int(-1), LONG_DOUBLE), "-0x1p+0L"),
    # pointers
    (PointerAdd(P, Convert(X, LONG), constant(4, LONG), INT_POINTER), "p + x"),
    (PointerAdd(P, constant(-1, LONG), constant(4, LONG), INT_POINTER), "p - 1"),
    (PointerAdd(Q, L, constant(4, LONG), NODE_POINTER), "(struct node *)((unsigned char *)q + l * 4)"),
    (PointerDifference(P, P, constant(4, LONG), LONG), "p - p"),
    (binary("==", Convert(P, VOID_POINTER), Convert(Q, VOID_POINTER)), "(void *)p == (void *)q"),
    (Conditional(binary("<", X, Y), X, binary("+", Y, constant(1)), INT), "x < y ? x : y + 1"),
    (
        Conditional(Conditional(X, Y, Z, INT), X, Conditional(X, Y, Z, INT), INT),
        "(x ? y : z) ? x : x ? y : z",
    ),
    (ThreadSelf(INT), "self()"),
    (ObjectSize(Convert(P, VOID_POINTER), ULONG), "object_size(p)"),
    (FunctionAddress("f", PointerType(FunctionType(INT, ()))), "f"),
]


@pytest.mark.parametrize(("expression", "expected"), EXPRESSIONS)
def test_expressions(expression: Expression, expected: str) -> None:
    assert show_expression(expression) == expected


A = place("a", ArrayType(NODE, 3), Storage.GLOBAL)
G = place("g", INT, Storage.GLOBAL)
HEAD = Dereference(Q, NODE)

PLACES: list[tuple[Place, str]] = [
    (Member(Element(A, Convert(X, LONG)), VALUE), "a[x].value"),
    (Member(HEAD, NEXT), "q->next"),
    (Member(Dereference(Read(Member(HEAD, NEXT)), NODE), VALUE), "q->next->value"),
    (Member(Member(HEAD, ANONYMOUS), INNER.fields[0]), "q->u"),
    (Element(Member(HEAD, DATA), L), "q->data[l]"),
    (Element(Dereference(read("m", PointerType(ArrayType(INT, 4))), ArrayType(INT, 4)), L), "(*m)[l]"),
    (Dereference(P, INT), "*p"),
    (Dereference(P, FLOAT), "*(float *)p"),
    (Dereference(PointerAdd(P, Convert(X, LONG), constant(4, LONG), INT_POINTER), INT), "p[x]"),
    (Dereference(PointerAdd(P, Convert(U, LONG), constant(4, LONG), INT_POINTER), INT), "p[u]"),
    (Member(Dereference(PointerAdd(Q, L, constant(32, LONG), NODE_POINTER), NODE), VALUE), "q[l].value"),
    (Member(Dereference(Convert(P, NODE_POINTER), NODE), VALUE), "((struct node *)p)->value"),
    (Dereference(Read(Dereference(read("r", PointerType(INT_POINTER)), INT_POINTER)), INT), "**r"),
    (Dereference(AddressOf(G, INT_POINTER), INT), "g"),
]


@pytest.mark.parametrize(("shown", "expected"), PLACES)
def test_places(shown: Place, expected: str) -> None:
    assert Writer().place(shown).text == expected


ADDRESSES: list[tuple[Expression, str]] = [
    (AddressOf(Member(Element(A, L), NEXT), PointerType(NODE_POINTER)), "&a[l].next"),
    (AddressOf(HEAD, NODE_POINTER), "q"),
    (AddressOf(A, NODE_POINTER), "a"),
    (AddressOf(A, PointerType(A.type)), "&a"),
    (AddressOf(Element(A, constant(0, LONG)), NODE_POINTER), "a"),
    (AddressOf(G, PointerType(CHAR)), "(char *)&g"),
]


@pytest.mark.parametrize(("expression", "expected"), ADDRESSES)
def test_addresses(expression: Expression, expected: str) -> None:
    assert show_expression(expression) == expected


T, V = place("t").variable, place("v", VOID_POINTER).variable
F = FunctionAddress("f", PointerType(FunctionType(INT, (LONG, CHAR))))
PRINTF = FunctionAddress("printf", PointerType(FunctionType(INT, (PointerType(CHAR),), True)))
LIST = place("list", ArrayType(INT, 10), Storage.LOCAL).variable
START = FunctionAddress("work", PointerType(FunctionType(VOID_POINTER, (VOID_POINTER,))))

INSTRUCTIONS: list[tuple[Instruction, str]] = [
    (Assign(place("c", CHAR), Convert(binary("+", X, Y), CHAR), NOWHERE), "c = x + y"),
    (Assign(place("v", VOID_POINTER), Convert(Q, VOID_POINTER), NOWHERE), "v = q"),
    (Assign(place("p", INT_POINTER), Convert(Q, INT_POINTER), NOWHERE), "p = (int *)q"),
    (Assign(place("u", UINT), constant(1, UINT), NOWHERE), "u = 1"),
    (Assign(place("b", BOOL), Convert(P, BOOL), NOWHERE), "b = p"),
    (Assign(Dereference(P, INT), Convert(D, INT), NOWHERE), "*p = d"),
    (Input(T, "n", NOWHERE), "t = input(n)"),
    (Declare(LIST, False, NOWHERE), "declare int list[10]"),
    (Declare(LIST, True, NOWHERE), "declare int list[10] = {0}"),
    (Discard(LIST, NOWHERE), "discard list"),
    (Allocate(V, Convert(X, ULONG), constant(0, BOOL), Region.HEAP, NOWHERE), "v = allocate (x)"),
    (
        Allocate(V, read("s", ULONG), constant(1, BOOL), Region.STACK, NOWHERE),
        "v = allocate stack (s, zeroed)",
    ),
    (Allocate(V, read("s", ULONG), read("b", BOOL), Region.HEAP, NOWHERE), "v = allocate (s, zeroed if b)"),
    (Free(Convert(P, VOID_POINTER), Region.HEAP, NOWHERE), "free (p)"),
    (Free(P, Region.STACK, NOWHERE), "free stack (p)"),
    (Label("L1", NOWHERE), "L1:"),
    (Jump("L1", None, NOWHERE), "goto L1"),
    (Jump("L1", binary("==", X, constant(0)), NOWHERE), "if (x == 0) goto L1"),
    (Jump("L1", Convert(binary("==", X, constant(0)), BOOL), NOWHERE), "if (x == 0) goto L1"),
    (Jump("L1", Convert(X, CHAR), NOWHERE), "if ((char)x) goto L1"),
    (Call(T, F, (Convert(X, LONG), constant(3, CHAR)), None, NOWHERE), "t = f(x, 3)"),
    (Call(None, read("h", F.type), (), None, NOWHERE), "h()"),
    (Call(None, Convert(F, PointerType(FunctionType(VOID, ()))), (), None, NOWHERE), "((void (*)(void))f)()"),
    (
        Call(None, PRINTF, (read("s", PointerType(CHAR)),), read("v", VOID_POINTER), NOWHERE),
        "printf(s, ...v)",
    ),
    (Call(None, PRINTF, (constant(0, PointerType(CHAR)),), constant(0, VOID_POINTER), NOWHERE), "printf(0)"),
    (Return(None, NOWHERE), "return"),
    (Return(Convert(X, CHAR), NOWHERE), "return x"),
    (Spawn(T, START, Convert(P, VOID_POINTER), NOWHERE), "t = spawn work(p)"),
    (Spawn(None, START, V_NULL := constant(0, VOID_POINTER), NOWHERE), "spawn work(0)"),
    (Exit(Scope.THREAD, constant(0), NOWHERE), "exit thread"),
    (Exit(Scope.PROCESS, X, NOWHERE), "exit process (x)"),
    (AtomicBegin(NOWHERE), "begin atomic"),
    (AtomicEnd(NOWHERE), "end atomic"),
    (BlockUntil(binary("==", Read(Member(HEAD, VALUE)), constant(0)), NOWHERE), "wait until (q->value == 0)"),
    (Assume(X, NOWHERE), "assume (x)"),
    (Assert(X, Property.LOCK, 'not "mine"', NOWHERE), 'assert (x) else lock: "not \\"mine\\""'),
    (Print(T, constant(1), read("s", PointerType(CHAR)), V_NULL, NOWHERE), "t = print(1, s, 0)"),
    (
        FormatText(
            T, read("b", PointerType(CHAR)), constant(8, ULONG), read("s", PointerType(CHAR)), V_NULL, NOWHERE
        ),
        "t = format(b, 8, s, 0)",
    ),
    (Unmodelled("inline assembly", NOWHERE), "unmodelled: inline assembly"),
    (Cut("loop", NOWHERE), "cut: loop"),
]


@pytest.mark.parametrize(("instruction", "expected"), INSTRUCTIONS)
def test_instructions(instruction: Instruction, expected: str) -> None:
    assert show_instruction(instruction) == expected


def test_deep_expressions_take_little_time() -> None:
    deep: Expression = X
    for _ in range(40):
        deep = Convert(binary("+", Convert(deep, LONG), L), INT)
        deep = Read(Dereference(PointerAdd(P, Convert(deep, LONG), constant(4, LONG), INT_POINTER), INT))
        deep = Read(Member(Dereference(Convert(deep, NODE_POINTER), NODE), VALUE))
    started = time.process_time()
    text = show_expression(deep)
    assert time.process_time() - started < 5
    assert text.count("p[") == 40


def at(line: int, column: int = 1, file: str = "a.c") -> Loc:
    return Loc(file, line, column, "main")


def example() -> Program:
    counter = Variable("counter", INT, Storage.GLOBAL, "counter", at(1, 5))
    table = Variable("table", A.type, Storage.GLOBAL, "table", at(2, 5))
    numbers = Variable("numbers", ArrayType(INT, 3), Storage.GLOBAL, "numbers", at(3, 5))
    mine = Variable("mine", INT, Storage.THREAD, "mine", at(4, 5))
    text = Variable(".string1", ArrayType(CHAR, 4), Storage.GLOBAL)
    word = Variable("word", ArrayType(CHAR, 6), Storage.GLOBAL, "word", at(5, 5))
    lock = Variable("model_lock", INT, Storage.GLOBAL, "model_lock", at(1, 1, "model.c"))

    def initial(offset: int, value: int, type: Type = INT) -> InitialValue:
        return InitialValue(offset, type, Constant(value, type))

    objects = [
        GlobalVariable(counter, 4, (initial(0, 5),)),
        GlobalVariable(
            table,
            96,
            (
                initial(32, 7),
                initial(36, 1),
                InitialValue(
                    40,
                    NODE_POINTER,
                    AddressOf(Element(VariablePlace(table), constant(2, LONG)), NODE_POINTER),
                ),
                initial(84, 9),
            ),
        ),
        GlobalVariable(numbers, 12, (initial(0, 1), initial(4, 2), initial(8, 3))),
        GlobalVariable(mine, 4),
        GlobalVariable(text, 4, tuple(initial(n, b, CHAR) for n, b in enumerate(b'a"\n')), read_only=True),
        GlobalVariable(word, 6, (initial(0, 104, CHAR), initial(1, 105, CHAR))),
        GlobalVariable(lock, 4),
    ]
    x = Variable("main::x", INT, Storage.REGISTER, "x")
    shadow = Variable("main::x#2", INT, Storage.REGISTER, "x")
    temporary = Variable("main::t1%", INT_POINTER, Storage.REGISTER, "t1")
    own = Variable("counter#2", INT, Storage.REGISTER, "counter")
    first = AddressOf(VariablePlace(text), PointerType(CHAR))
    main = Function(
        "main",
        FunctionType(INT, (INT,)),
        (Variable("main::argc", INT, Storage.REGISTER, "argc"),),
        (temporary, x, shadow, own),
        (
            Assign(VariablePlace(x), Read(VariablePlace(counter)), at(8, 3)),
            Assign(VariablePlace(shadow), Read(VariablePlace(own)), at(8, 3)),
            Label("again", at(9, 1)),
            Call(
                None,
                FunctionAddress("puts", PointerType(FunctionType(INT, (PointerType(CHAR),)))),
                (first,),
                None,
                at(9, 3),
            ),
            Jump("again", Read(VariablePlace(x)), at(3, 4, "b.h")),
            Return(constant(0), at(10, 3)),
        ),
        at(7, 5),
    )
    model = Function(
        "puts",
        FunctionType(INT, ()),
        (),
        (),
        (Return(constant(0), at(3, 1, "model.c")),),
        at(2, 1, "model.c"),
        library=True,
    )
    return Program(
        {object_.variable.name: object_ for object_ in objects},
        {"main": main, "puts": model},
        (NODE,),
        DataModel.M64,
        undefined={"other": FunctionType(VOID, (INT,))},
    )


EXPECTED = r"""int counter = 5                // a.c:1:5
struct node table[3] = {[1].value = 7, [1].u = 1, [1].next = &table[2], [2].data[1] = 9}  // 2:5
int numbers[3] = {1, 2, 3}     // 3:5
_Thread_local int mine         // 4:5
char word[6] = "hi"            // 5:5

extern void other(int)  // neither body nor model

int main(int argc)             // a.c:7:5
{
    register int *t1, x, x#2, counter#2
    x = counter                // 8:3
    x#2 = counter#2
again:                         // 9:1
    puts("a\"\n")              // 9:3
    if (x) goto again          // b.h:3:4
    return 0                   // 10:3
}
"""


def test_a_program() -> None:
    text = show(example())
    assert [line.split() for line in text.splitlines()] == [line.split() for line in EXPECTED.splitlines()]


def test_positions_stand_in_one_column() -> None:
    lines = show(example(), ["main"]).splitlines()
    assert len({line.index("//") for line in lines if "//" in line}) == 1


def test_library_functions_and_their_globals_come_on_request() -> None:
    text = show(example(), library=True)
    assert "int model_lock" in text
    assert "int puts(void)" in text
    assert "model_lock" not in show(example())


def test_one_function() -> None:
    assert show(example(), ["puts"]).startswith("int puts(void)")
    assert "main" not in show(example(), ["puts"])


@given(st.floats(width=32, allow_nan=False, allow_infinity=False))
def test_float_constants_read_back(value: float) -> None:
    text = show_expression(Constant(value, FLOAT))
    assert text.endswith("f")
    assert struct.pack("f", float(text[:-1])) == struct.pack("f", value)


@given(st.floats(allow_nan=False))
def test_long_double_constants_read_back(value: float) -> None:
    text = show_expression(Constant(Extended.from_float(value), LONG_DOUBLE))
    if math.isinf(value):
        assert text == ("INFINITY" if value > 0 else "-INFINITY")
    else:
        assert Extended.parse(text) == Extended.from_float(value)

"""What sequential C looks at that follows a trace."""

from __future__ import annotations

import pytest

from unthread.core.properties import Property
from unthread.core.source import DataModel, Loc
from unthread.program.expressions import (
    Binary,
    BinaryOperator,
    Constant,
    Convert,
    Expression,
    Read,
    Storage,
    Unary,
    UnaryOperator,
    Variable,
    VariablePlace,
)
from unthread.program.instructions import Allocate, Assign, Declare, Discard, Free, Region
from unthread.program.types import INT, UINT, FloatType, PointerType, VoidType
from unthread.sequentialize.c.code import CCode
from unthread.sequentialize.c.writer import CWriter
from unthread.sequentialize.emitted import Dialect
from unthread.sequentialize.probes import Probes, undefined

LOC = Loc("a.c", 3, 5, "f")
X, Y, LOCAL = (Variable(name, INT, Storage.LOCAL, name) for name in ("x", "y", "local"))
POINTER = Variable("p", PointerType(VoidType(), 8), Storage.REGISTER, "p")


def value(variable: Variable) -> Read:
    return Read(VariablePlace(variable))


def writer() -> CWriter:
    code = CCode({}, {}, DataModel.M64, Dialect.PLAIN, frozenset({Property.RACE}), is_followed=True)
    return code.writer({"x": "x", "y": "y", "local": "local", "p": "p"}, "0")


def conditions(expression: Expression) -> list[str]:
    return [*undefined(writer(), Assign(VariablePlace(X), expression, LOC))]


@pytest.mark.parametrize(
    ("operator", "expected"),
    [
        (BinaryOperator.ADD, ["__builtin_add_overflow_p((x), (y), (int)0)"]),
        (BinaryOperator.DIVIDE, ["(y) == 0", "(y) == -1 && (x) == (int)((unsigned __int128)1 << 31)"]),
        (BinaryOperator.SHIFT_RIGHT, ["(y) < 0 || (y) >= 32"]),
        (BinaryOperator.AND, []),
    ],
)
def test_operations_without_a_defined_result(operator: BinaryOperator, expected: list[str]) -> None:
    assert conditions(Binary(operator, value(X), value(Y), INT)) == expected


def test_unsigned_arithmetic_wraps() -> None:
    assert conditions(Binary(BinaryOperator.ADD, Constant(1, UINT), Constant(2, UINT), UINT)) == []


def test_parts_of_expressions_are_looked_at() -> None:
    inner = Unary(UnaryOperator.NEGATE, value(X), INT)
    assert conditions(Binary(BinaryOperator.AND, inner, value(Y), INT)) == [
        "(x) == (int)((unsigned __int128)1 << 31)"
    ]
    whole = Convert(Constant(1.5, FloatType(64, 8)), INT)
    assert len(conditions(whole)) == 1


def test_accesses_of_the_two_threads_that_race() -> None:
    probes = Probes(Property.RACE, "a race", "o.c", accesses={(1, 4): 0})
    item = Assign(VariablePlace(X), Constant(1, INT), LOC)
    assert [*probes.before(writer(), 1, 4, item, inside=False)] == ["ut_access(0, __LINE__, &x, 4, 1, 0);"]
    assert [*probes.before(writer(), 1, 4, item, inside=True)] == ["ut_access(0, __LINE__, &x, 4, 1, 1);"]
    assert [*probes.before(writer(), 2, 4, item, inside=False)] == []


def test_lives_of_local_objects_and_of_heap_objects() -> None:
    memory, leak = Probes(Property.MEMORY, "", "o.c"), Probes(Property.LEAK, "", "o.c")
    begins, ends = Declare(LOCAL, False, LOC), Discard(LOCAL, LOC)
    assert [*memory.before(writer(), 0, 0, begins, False)] == ["UT_BEGINS(local);"]
    assert [*memory.after(writer(), ends)] == ["UT_ENDS(local);"]
    assert [*leak.after(writer(), ends)] == []
    made = Allocate(POINTER, Constant(4, UINT), Constant(0, INT), Region.HEAP, LOC)
    assert [*leak.after(writer(), made)] == ["ut_allocated(p, __FILE__, __LINE__);"]
    assert [*leak.after(writer(), Free(value(POINTER), Region.HEAP, LOC))] == ["ut_freed(p);"]


def test_messages_are_strings_of_c() -> None:
    text = "\n".join(Probes(Property.DEADLOCK, 'say "a"??!', "o.c").run_time((3, None)))
    assert 'say \\"a\\"?\\?!' in text
    assert "ut_waits[] = {3, -1}" in text

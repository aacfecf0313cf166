"""Types and declarations, as C writes them."""

from __future__ import annotations

import pytest

from unthread.program.expressions import Constant
from unthread.program.text.c_types import declare, has_scale, is_widening, promoted_type, type_name
from unthread.program.types import (
    BOOL,
    CHAR,
    INT,
    UCHAR,
    UINT,
    VOID,
    ArrayType,
    AtomicType,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    Type,
)

HANDLER = PointerType(FunctionType(VOID, (INT,)))


@pytest.mark.parametrize(
    ("type", "text"),
    [
        (INT, "int x"),
        (PointerType(PointerType(CHAR)), "char **x"),
        (PointerType(ArrayType(INT, 4)), "int (*x)[4]"),
        (ArrayType(PointerType(INT), 4), "int *x[4]"),
        (ArrayType(ArrayType(INT, 3), 2), "int x[2][3]"),
        (HANDLER, "void (*x)(int)"),
        (ArrayType(HANDLER, 2), "void (*x[2])(int)"),
        (PointerType(FunctionType(HANDLER, ())), "void (*(*x)(void))(int)"),
        (FunctionType(INT, (PointerType(CHAR),), variadic=True), "int x(char *, ...)"),
        (FunctionType(INT, (), prototyped=False), "int x()"),
        (AtomicType(PointerType(INT)), "_Atomic(int *) x"),
        (AtomicType(PointerType(INT), volatile=True), "int *volatile x"),
        (AtomicType(INT, volatile=True), "volatile int x"),
        (IntType(8, True), "signed char x"),
        (IntType(40, False), "unsigned _BitInt(40) x"),
        (RecordType("node", True), "union node x"),
    ],
)
def test_declarations(type: Type, text: str) -> None:
    assert declare(type, "x") == text


def test_types_without_a_name_and_records_of_another_one() -> None:
    record = RecordType("node", False)
    assert type_name(PointerType(ArrayType(INT, 4))) == "int (*)[4]"
    assert declare(PointerType(record), "x", {record: "node_2"}) == "struct node_2 *x"


def test_steps_of_pointers() -> None:
    assert has_scale(PointerType(ArrayType(INT, 3)), Constant(12, INT))
    assert not has_scale(PointerType(INT), Constant(1, INT))
    assert not has_scale(INT, Constant(1, INT))


def test_conversions_that_change_no_value() -> None:
    assert is_widening(UCHAR, INT)
    assert not is_widening(CHAR, UINT)
    assert not is_widening(INT, PointerType(INT))
    assert [promoted_type(type) for type in (BOOL, UCHAR, INT, UINT)] == [INT, INT, INT, UINT]

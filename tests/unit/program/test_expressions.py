"""Parts of expressions and places."""

from __future__ import annotations

from tests.support.builder import address, binary, constant, place, pointed, read, register, shared
from unthread.program.expressions import (
    AddressOf,
    Conditional,
    Element,
    Member,
    Read,
    VariablePlace,
    is_register,
    memory_reads,
    operands,
    reads,
    root,
)
from unthread.program.types import INT, ArrayType, Field, PointerType

R, P = register("r"), register("p", PointerType(INT))
X, LIST = shared("x"), shared("list", ArrayType(ArrayType(INT, 2), 4))
CELL = Element(Element(VariablePlace(LIST), read(R)), read(X))


def test_reads_come_innermost_first() -> None:
    assert list(reads(Read(CELL))) == [place(R), place(X), CELL]
    assert memory_reads(Read(CELL)) == [place(X), CELL]


def test_an_address_reads_only_what_says_where() -> None:
    taken = AddressOf(CELL, PointerType(INT))
    assert memory_reads(taken) == [place(X)]
    assert memory_reads(address(X)) == []
    assert memory_reads(AddressOf(pointed(read(P)), PointerType(INT))) == []


def test_every_operand_counts() -> None:
    choice = Conditional(read(R), read(X), binary("+", read(R), constant(1)), INT)
    assert operands(choice) == (read(R), read(X), binary("+", read(R), constant(1)))
    assert operands(read(pointed(read(P)))) == (read(P),)
    assert operands(constant(1)) == ()


def test_the_root_of_a_place() -> None:
    field = Field("m", INT, 4)
    assert root(CELL) == VariablePlace(LIST)
    assert root(Member(pointed(read(P)), field)) == pointed(read(P))
    assert is_register(place(R))
    assert not is_register(place(X))
    assert not is_register(pointed(read(P)))

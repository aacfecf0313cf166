"""What is known of memory: what a thread wrote, as long as no one else can have written since."""

from __future__ import annotations

import pytest

from tests.support.builder import address, constant, local, place, read, register, shared
from unthread.bound.knowledge import KnownMemory, addressed, merged_memory
from unthread.bound.state import State, merged
from unthread.program.expressions import (
    AddressOf,
    Convert,
    Dereference,
    Element,
    Expression,
    Place,
    Variable,
    VariablePlace,
)
from unthread.program.types import INT, UCHAR, UINT, ArrayType, PointerType, size_of

X, Y, P = shared("x"), shared("y"), shared("p", PointerType(INT))
LIST, OTHER = shared("list", ArrayType(INT, 4)), shared("other", ArrayType(INT, 4))
OWN, KNOWN = local("own", escapes=False), local("known")
R = register("r")


def memory(foreign: frozenset[Variable] = frozenset()) -> KnownMemory:
    return KnownMemory(
        True,
        lambda variable, offset, type: constant(7, type) if variable == Y else None,
        lambda variable: size_of(variable.type),
        lambda variable: not variable.escapes,
        lambda variable, offset, size: variable in foreign,
    )


def element(index: Expression) -> Place:
    return Element(VariablePlace(LIST), index)


def test_what_was_written_is_known() -> None:
    found = memory()
    found.write(place(X), constant(3))
    found.write(place(OWN), constant(4))
    assert found.read(place(X)) == constant(3)
    assert found.read(place(OWN)) == constant(4)
    assert found.read(place(Y)) == constant(7)  # its initial value


def test_a_value_that_mentions_registers_is_not() -> None:
    found = memory()
    found.write(place(Y), read(R))
    assert found.read(place(Y)) is None


def test_an_object_that_others_may_know_is_not_followed() -> None:
    found = memory()
    found.write(place(KNOWN), constant(1))
    assert found.read(place(KNOWN)) is None


def test_once_there_are_others_their_writes_count() -> None:
    found = memory(frozenset({X}))
    for variable in (X, Y):
        found.write(place(variable), constant(3))
    assert found.read(place(X)) == constant(3)
    found.spawned()
    assert found.read(place(X)) is None
    assert found.read(place(Y)) == constant(3)


def test_elements_are_known_one_by_one_until_an_unknown_one_is_written() -> None:
    found = memory()
    found.write(element(constant(0)), constant(1))
    found.write(element(constant(1)), constant(2))
    assert found.read(element(constant(0))) == constant(1)
    found.write(element(read(R)), constant(3))
    assert found.read(element(constant(0))) is None


def test_nothing_outside_of_the_object_is_known() -> None:
    found = memory()
    found.write(element(constant(4)), constant(1))
    assert found.read(element(constant(4))) is None
    assert found.read(element(constant(0))) is None


def test_the_same_bytes_as_another_type() -> None:
    found = memory()
    found.write(place(X), constant(-1))
    unsigned = Dereference(Convert(address(X), PointerType(UINT)), UINT)
    assert found.read(unsigned) == constant(0xFFFFFFFF, UINT)
    found.write(unsigned, constant(5, UINT))
    assert found.read(place(X)) == constant(5)


def test_zeroed_objects_begin_with_zero_each_time() -> None:
    found = memory()
    found.declare(OWN, zeroed=True)
    assert found.read(place(OWN)) == constant(0)
    found.write(place(OWN), constant(4))
    found.declare(OWN, zeroed=False)
    assert found.read(place(OWN)) is None


def test_the_address_of_an_object_that_has_ended_is_forgotten() -> None:
    found = memory()
    found.write(place(P), address(OWN))
    assert addressed(address(OWN)) == OWN
    assert found.read(place(P)) == address(OWN)
    found.discard({OWN})
    assert found.read(place(P)) is None


def test_a_write_to_anywhere_spoils_all() -> None:
    found = memory()
    found.write(place(X), constant(3))
    found.spoil_all()
    assert found.read(place(X)) is None
    assert found.read(place(Y)) is None


@pytest.mark.parametrize(("one", "other", "expected"), [(3, 3, constant(3)), (3, 4, None)])
def test_where_ways_meet_only_what_holds_on_all_is_known(
    one: int, other: int, expected: Expression | None
) -> None:
    first = memory()
    first.write(place(X), constant(0))
    second = first.copy()
    first.write(place(X), constant(one))
    second.write(place(X), constant(other))
    assert merged_memory([first, second]).read(place(X)) == expected
    assert first.read(place(X)) == constant(one)  # the ways themselves stay as they are


def test_states_meet_likewise() -> None:
    one = State(memory(), {R: constant(1)}, {KNOWN: KNOWN}, sections=2)
    other = State(memory(), {R: constant(2)}, {KNOWN: OWN}, sections=1)
    both = merged([one, other])
    assert (both.known, both.objects, both.sections) == ({}, {KNOWN: None}, 1)
    assert merged([one]) is one


ROW = VariablePlace(LIST)


def test_an_array_that_was_filled_is_known() -> None:
    found = memory()
    found.fill(ROW, constant(5))
    assert [found.read(element(constant(index))) for index in range(4)] == [constant(5)] * 4
    found.write(element(constant(1)), constant(6))
    values = [found.read(element(constant(index))) for index in range(4)]
    assert values == [constant(5), constant(6), constant(5), constant(5)]


def test_bytes_of_a_fill_are_pieced_together() -> None:
    found = memory()
    found.fill(ROW, constant(0x01020304))
    seen = Dereference(Convert(address(LIST), PointerType(UCHAR)), UCHAR)
    assert found.read(seen) == constant(4, UCHAR)


def test_a_fill_with_something_unknown_is_not_known() -> None:
    found = memory()
    found.fill(ROW, constant(5))
    found.fill(ROW, read(R))
    assert found.read(element(constant(2))) is None


def test_what_is_copied_is_known_where_it_goes() -> None:
    found = memory()
    found.write(element(constant(2)), constant(9))
    found.copy_array(VariablePlace(OTHER), ROW, backward=False)
    there = [found.read(Element(VariablePlace(OTHER), constant(index))) for index in range(4)]
    assert there == [None, None, constant(9), None]


def test_what_is_read_again_after_it_was_written_is_not() -> None:
    found = memory()
    found.fill(ROW, constant(5))
    three = ArrayType(INT, 3)
    first = Dereference(Convert(address(LIST), PointerType(three)), three)
    second = Dereference(
        Convert(AddressOf(element(constant(1)), PointerType(INT)), PointerType(three)), three
    )
    found.write(element(constant(0)), constant(7))
    found.copy_array(second, first, backward=False)
    assert found.read(element(constant(3))) is None
    found.fill(ROW, constant(5))
    found.write(element(constant(3)), constant(7))
    found.copy_array(first, second, backward=False)
    assert found.read(element(constant(2))) == constant(7)


def test_two_ways_agree_only_on_the_same_fill() -> None:
    one, other = memory(), memory()
    one.fill(ROW, constant(5))
    other.fill(ROW, constant(5))
    assert merged_memory([one, other]).read(element(constant(3))) == constant(5)
    other.write(element(constant(0)), constant(1))
    assert merged_memory([one, other]).read(element(constant(3))) is None

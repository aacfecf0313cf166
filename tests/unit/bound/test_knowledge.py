"""What is known of memory: what a thread wrote, as long as no one else can have written since."""

from __future__ import annotations

import pytest

from tests.support.builder import address, constant, local, place, read, register, shared
from unthread.bound.knowledge import Memory, addressed, merged_memory
from unthread.bound.state import State, merged
from unthread.program.expressions import (
    Convert,
    Dereference,
    Element,
    Expression,
    Place,
    Variable,
    VariablePlace,
)
from unthread.program.types import INT, UINT, ArrayType, PointerType, size_of

X, Y, P = shared("x"), shared("y"), shared("p", PointerType(INT))
LIST = shared("list", ArrayType(INT, 4))
OWN, KNOWN = local("own", escapes=False), local("known")
R = register("r")


def memory(foreign: frozenset[Variable] = frozenset()) -> Memory:
    return Memory(
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

"""What is carried through a thread: copies are independent, and what ends is forgotten."""

from __future__ import annotations

from tests.support.builder import address, constant, local, register
from unthread.bound.knowledge import KnownMemory
from unthread.bound.state import State, merged
from unthread.program.types import INT, PointerType, size_of

R, S = register("r"), register("s", PointerType(INT))
X, Y = local("x"), local("y")


def state() -> State:
    memory = KnownMemory(
        True,
        lambda variable, offset, type: None,
        lambda variable: size_of(variable.type),
        lambda variable: True,
        lambda variable, offset, size: False,
    )
    return State(memory, {R: constant(1), S: address(X)}, {X: X}, 1)


def test_a_copy_does_not_change_with_the_original() -> None:
    one = state()
    other = one.copy()
    one.known[R] = constant(2)
    one.objects[X] = Y
    one.memory.spawned()
    assert (other.known[R], other.objects[X], other.memory.alone) == (constant(1), X, True)


def test_addresses_of_what_has_ended_are_not_known_any_more() -> None:
    found = state()
    found.discard({Y})
    assert S in found.known
    found.discard({X})
    assert found.known == {R: constant(1)}


def test_what_only_one_way_knows_is_not_known() -> None:
    one, other = state(), state()
    del other.known[R]
    other.objects[Y] = Y
    both = merged([one, other])
    assert both.known == {S: address(X)}
    assert both.objects == {X: X, Y: Y}


def test_the_fewest_open_sections_count() -> None:
    one, other = state(), state()
    other.sections = 0
    assert merged([one, other]).sections == 0

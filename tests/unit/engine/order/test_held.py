"""What shared memory can hold, and values that stand for it."""

from __future__ import annotations

import pytest

from unthread.core.source import DataModel
from unthread.engine.encode.addresses import Addresses
from unthread.engine.encode.memory import SymbolicMemory
from unthread.engine.encode.objects import Pointer, Value
from unthread.engine.order.held import HeldValues, any_of, fitted, held_in
from unthread.engine.order.unfit import Unfit
from unthread.engine.terms.domains import leaves_of
from unthread.engine.terms.nodes import Int
from unthread.engine.terms.solver import TermSolver
from unthread.engine.terms.terms import Terms


@pytest.fixture
def memory() -> SymbolicMemory:
    return SymbolicMemory(Addresses(Terms(), DataModel.M64))


def held(memory: SymbolicMemory, value: Value) -> HeldValues:
    return held_in(value, memory.addresses, memory.objects)


def test_numbers_have_bounds_and_are_told_if_they_are_few(memory: SymbolicMemory) -> None:
    terms = memory.terms
    two = terms.choice(terms.choice_variable("which"), terms.integer(-1), terms.integer(5))
    assert held(memory, two) == HeldValues((-1, 5), frozenset({-1, 5}))
    assert held(memory, terms.variable("x", (0, 255))) == HeldValues((0, 255), None)
    assert held(memory, terms.one).is_one
    assert not held(memory, two).is_one


def test_pointers_have_objects_and_offsets(memory: SymbolicMemory) -> None:
    terms, addresses = memory.terms, memory.addresses
    one, other = (memory.create(terms.integer(8), name) for name in "ab")
    test = terms.choice_variable("which")
    moved = addresses.moved(addresses.pointer_to(other), terms.integer(4))
    found = held(memory, addresses.choice(test, addresses.pointer_to(one), moved))
    assert found.pointers == {one.number: (0, 0), other.number: (4, 4)}
    as_number = held(memory, addresses.address(moved))
    assert as_number.pointers == {other.number: (4, 4)}


def test_a_pointer_of_any_value_does_not_fit(memory: SymbolicMemory) -> None:
    somewhere = memory.addresses.pointer(memory.terms.variable("p", (0, (1 << 64) - 1)))
    with pytest.raises(Unfit, match="unknown targets"):
        held(memory, somewhere)


def test_pointers_and_numbers_in_one_word_do_not_fit(memory: SymbolicMemory) -> None:
    item = memory.create(memory.terms.integer(8), "a")
    mixed = held(memory, memory.addresses.pointer_to(item)).joined(HeldValues((0, 100), None))
    with pytest.raises(Unfit, match="pointers and numbers"):
        any_of(mixed, "w", memory.addresses, 8)


def test_a_value_stands_for_all_that_is_held_and_says_where_it_points(memory: SymbolicMemory) -> None:
    terms, addresses = memory.terms, memory.addresses
    items = [memory.create(terms.integer(8), name) for name in "abc"]
    wanted = [addresses.pointer_to(item) for item in items[:2]]
    found = any_of(
        held(memory, wanted[0]).joined(held(memory, wanted[1])).joined(held(memory, terms.zero)),
        "p",
        addresses,
        8,
    )
    assert isinstance(found, Pointer)
    assert leaves_of(found.object).values == {0, items[0].number, items[1].number}
    values: tuple[Value, ...] = (*wanted, terms.zero)
    for value in values:
        assert TermSolver().satisfiable([addresses.equal(found, value)])
    assert not TermSolver().satisfiable([addresses.equal(found, addresses.pointer_to(items[2]))])


def test_memory_never_written_stays_what_it_is(memory: SymbolicMemory) -> None:
    unset = memory.terms.variable("unset", (0, (1 << 64) - 1), undefined=True)
    item = memory.create(memory.terms.integer(8), "a")
    both = held(memory, unset).joined(held(memory, memory.addresses.pointer_to(item)))
    assert both.unset == (unset,)
    value = any_of(both, "p", memory.addresses, 8)
    assert memory.addresses.equal(value, unset) is not memory.terms.false
    assert not leaves_of(memory.addresses.pointer(value).object).is_given


def test_what_is_too_small_for_a_pointer_is_a_number(memory: SymbolicMemory) -> None:
    unset = memory.terms.variable("unset", (0, (1 << 32) - 1), undefined=True)
    found = any_of(held(memory, unset).joined(held(memory, memory.terms.one)), "n", memory.addresses, 4)
    assert isinstance(found, Int)
    for value in (memory.terms.one, memory.terms.integer(7)):
        assert TermSolver().satisfiable([memory.terms.equal(found, value)])


def test_wide_numbers_are_bounded_by_their_bits(memory: SymbolicMemory) -> None:
    assert HeldValues((0, 5), None).widened(1).within == (0, 255)
    assert HeldValues((-1, 5), None).widened(1).within == (-128, 127)
    assert HeldValues((-1, 200), None).widened(1).within == (-128, 255)
    wide = memory.terms.variable("wide", (0, (1 << 64) - 1))
    cut = fitted(wide, 4, memory.addresses)
    assert (cut.lo, cut.hi) == (0, (1 << 32) - 1)  # type: ignore[union-attr]

"""Pointers as integers and back."""

from __future__ import annotations

import pytest

from unthread.core.source import DataModel
from unthread.engine.encode.addresses import Addresses
from unthread.engine.encode.objects import Pointer, SymbolicObject
from unthread.engine.terms.solver import TermSolver
from unthread.engine.terms.terms import Terms


def made(model: DataModel = DataModel.M64) -> tuple[Terms, Addresses]:
    terms = Terms()
    return terms, Addresses(terms, model)


def item(number: int) -> SymbolicObject:
    return SymbolicObject(number, "x", False)


@pytest.mark.parametrize("model", list(DataModel))
def test_an_address_leads_back_to_its_pointer(model: DataModel) -> None:
    terms, addresses = made(model)
    number = addresses.allot(100)
    pointer = addresses.moved(addresses.pointer_to(item(number)), terms.integer(12))
    address = addresses.address(pointer)
    assert address.lo == (number << addresses.shift) + 12
    assert addresses.pointer(address) == pointer
    assert addresses.address(addresses.null) is terms.zero


def test_objects_lie_apart_also_large_ones() -> None:
    terms, addresses = made(DataModel.M32)
    first, second = addresses.allot(10_000), addresses.allot(4)
    assert second - first >= 4
    inside = terms.integer((first << addresses.shift) + 9000)
    assert addresses.pointer(inside) == Pointer(terms.integer(first), terms.integer(9000))


def test_pointers_into_one_object_compare_by_offset() -> None:
    terms, addresses = made()
    base = addresses.pointer_to(item(addresses.allot(8)))
    next_one = addresses.moved(base, terms.integer(4))
    assert addresses.less(base, next_one) is terms.true
    assert addresses.equal(base, base) is terms.true
    assert addresses.equal(base, next_one) is terms.false
    assert addresses.equal(base, addresses.pointer_to(item(addresses.allot(8)))) is terms.false
    assert addresses.equal(base, terms.zero) is terms.false


def test_a_choice_of_pointers_chooses_object_and_offset() -> None:
    terms, addresses = made()
    test = terms.choice_variable("test")
    a, b = (addresses.pointer_to(item(addresses.allot(8))) for _ in range(2))
    chosen = addresses.choice(test, a, addresses.moved(b, terms.integer(4)))
    solver = TermSolver()
    assert solver.satisfiable([test, addresses.equal(chosen, a)])
    assert not solver.satisfiable([test.inverse, addresses.equal(chosen, a)])
    assert not solver.satisfiable([test, addresses.equal(chosen, addresses.null)])


def test_a_pointer_in_a_choice_of_integers_is_found_again() -> None:
    terms, addresses = made()
    test = terms.choice_variable("test")
    a, b = (addresses.address(addresses.pointer_to(item(addresses.allot(8)))) for _ in range(2))
    pointer = addresses.pointer(terms.choice(test, a, b))
    assert pointer.offset is terms.zero
    assert not TermSolver().satisfiable([test, addresses.equal(pointer, b)])


def test_what_was_made_from_a_pointer_is_no_stranger() -> None:
    terms, addresses = made()
    assert addresses.is_no_object(addresses.null) is terms.true
    assert addresses.is_no_object(terms.integer(5)) is terms.true


def test_a_pointer_knows_where_it_may_lead_one_by_one() -> None:
    terms, addresses = made()
    first, second = addresses.allot(40), addresses.allot(16)
    a, b = addresses.pointer_to(item(first)), addresses.pointer_to(item(second))
    test, other = terms.choice_variable("test"), terms.choice_variable("other")
    either = addresses.choice(test, addresses.moved(a, terms.integer(32)), b)
    assert isinstance(either, Pointer)
    assert either.targets == frozenset({(first, 32), (second, 0)})
    index = terms.choice(other, terms.zero, terms.integer(8))
    assert addresses.moved(either, index).targets == frozenset(
        {(first, 32), (first, 40), (second, 0), (second, 8)}
    )
    with_null = addresses.choice(other, either, addresses.null)
    assert isinstance(with_null, Pointer)
    assert with_null.targets == either.targets
    address = addresses.address(either)
    assert addresses.pointer(address).targets == either.targets


def test_a_pointer_of_any_value_may_lead_anywhere() -> None:
    terms, addresses = made()
    known = addresses.pointer_to(item(addresses.allot(8)))
    given = addresses.pointer(terms.variable("p", (0, (1 << 64) - 1)))
    assert given.targets is None
    chosen = addresses.choice(terms.choice_variable("test"), known, given)
    assert isinstance(chosen, Pointer)
    assert chosen.targets is None
    assert addresses.moved(known, terms.variable("i", (0, (1 << 16) - 1))).targets is None


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize("bounds", [(0, 2**16 - 1), (-(2**15), 2**15 - 1), (0, 255), (-128, 127)])
def test_a_small_number_that_was_never_set_is_no_object_and_any_number(
    model: DataModel, bounds: tuple[int, int]
) -> None:
    terms, addresses = made(model)
    number = terms.variable("never set", bounds, undefined=True)
    assert addresses.is_no_object(number) is terms.true
    pointer, solver = addresses.pointer(number), TermSolver()
    for value in (3, bounds[0], bounds[1]):
        wanted = terms.integer(value % (1 << addresses.bits))
        assert solver.satisfiable([addresses.equal(pointer, addresses.pointer(wanted))])
    assert pointer.targets == frozenset()

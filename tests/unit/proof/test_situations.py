"""What is known at an instruction: what holds where ways meet, and what is forgotten."""

from __future__ import annotations

import pytest

from unthread.program.expressions import Storage, Variable
from unthread.program.library import LockSort as Kind
from unthread.program.types import INT
from unthread.proof.contracts import SIZES
from unthread.proof.situations import (
    Key,
    KnownFacts,
    Ready,
    forgotten,
    is_local,
    may_be,
    meets,
    met,
    with_value,
)
from unthread.proof.values import Address, Handle, Hold, KnownLock, Made, Nonzero, Number, Register, Value

A = Variable("a", INT, Storage.GLOBAL)
B = Variable("b", INT, Storage.GLOBAL)
OWN = Variable("own", INT, Storage.LOCAL)
AT, OTHER = (0, "i"), (0, "j")


def mutex(base: Variable | Made, offset: int | None = 0) -> KnownLock:
    return KnownLock(Kind.MUTEX, Address(base, offset))


def test_where_ways_meet_only_what_both_know_is_known() -> None:
    one = KnownFacts(
        {AT: Number(1), OTHER: Number(2)}, frozenset({7}), frozenset({Ready(Kind.MUTEX, Address(A, 0))})
    )
    other = KnownFacts({AT: Number(1), OTHER: Number(3)}, frozenset({8}))
    both = met(one, other)
    assert both.values == {AT: Number(1), OTHER: Nonzero()}
    assert both.leaked == {7, 8}  # whoever may know of it on one way
    assert both.ready == set()


def test_nothing_is_known_of_a_register_that_one_way_does_not_know() -> None:
    assert met(KnownFacts({AT: Number(1)}), KnownFacts({})).values == {}
    assert met(KnownFacts({AT: Number(0)}), KnownFacts({AT: Number(1)})).values == {}


def test_what_adds_nothing_new_is_the_same_object() -> None:
    one = KnownFacts({AT: Number(1)})
    assert met(one, KnownFacts({AT: Number(1), OTHER: Number(2)})) is one
    assert with_value(one, AT, Number(1)) is one
    assert with_value(one, OTHER, None) is one


def test_values_are_replaced() -> None:
    known = with_value(KnownFacts({AT: Number(1)}), OTHER, Number(2))
    assert known.values == {AT: Number(1), OTHER: Number(2)}
    assert with_value(known, AT, None).values == {OTHER: Number(2)}


def test_what_becomes_something_else_is_forgotten() -> None:
    made, other = Made(3), Made(4)
    key = Key(frozenset({Hold(mutex(made)), Hold(mutex(other))}))
    values: dict[Register, Value] = {AT: Address(made, 4), OTHER: Address(other, 0), (1, "h"): Handle(A, 0)}
    ready = frozenset({Ready(Kind.MUTEX, Address(made, 0)), Ready(Kind.MUTEX, Address(other, 0))})
    after, known = forgotten(made, key, KnownFacts(values, frozenset({3}), ready))
    assert after == Key(frozenset({Hold(mutex(other))}), False)
    assert known.values == {OTHER: Address(other, 0), (1, "h"): Handle(A, 0)}
    assert {item.address.base for item in known.ready} == {other}
    assert known.leaked == {3}


def test_nothing_is_forgotten_of_others() -> None:
    key, known = Key(frozenset({Hold(mutex(A))})), KnownFacts({AT: Address(A, 0)})
    assert forgotten(B, key, known) == (key, known)


@pytest.mark.parametrize(
    ("held", "released", "expected"),
    [
        (mutex(A), mutex(A), True),
        (mutex(A), mutex(B), False),
        (mutex(A), mutex(A, 40), False),
        (mutex(A), mutex(A, None), True),
        (mutex(A), mutex(Made(1)), True),  # a pointer may lead to the variable
        (mutex(Made(1)), mutex(Made(2)), True),
        (mutex(Made(1)), mutex(Made(1), 40), False),
    ],
)
def test_two_names_of_one_lock(held: KnownLock, released: KnownLock, expected: bool) -> None:
    assert may_be(held, released) is expected
    assert may_be(released, held) is expected


@pytest.mark.parametrize(
    ("address", "size", "expected"),
    [
        (Address(A, 0), 4, True),
        (Address(A, SIZES[Kind.MUTEX] - 1), 4, True),
        (Address(A, SIZES[Kind.MUTEX]), 4, False),
        (Address(A, None), 1, True),
        (Address(B, 0), 4, False),
    ],
)
def test_writes_to_what_was_initialized(address: Address, size: int, expected: bool) -> None:
    assert meets(address, size, Ready(Kind.MUTEX, Address(A, 0))) is expected


def test_attributes_are_smaller_than_mutexes() -> None:
    assert Ready(None, Address(A, 0)).size < Ready(Kind.MUTEX, Address(A, 0)).size


def test_variables_of_functions() -> None:
    assert is_local(Address(OWN, 0))
    assert not is_local(Address(A, 0))
    assert not is_local(Address(Made(1), 0))

"""Objects that may get the address of one that has ended."""

from __future__ import annotations

from unthread.core.source import DataModel
from unthread.engine.encode.addresses import Addresses
from unthread.engine.encode.memory import SymbolicMemory
from unthread.engine.encode.reuse import Reuse
from unthread.engine.terms.terms import Terms


def memory() -> SymbolicMemory:
    return SymbolicMemory(Addresses(Terms(), DataModel.M64))


def test_an_object_inherits_from_those_that_have_ended() -> None:
    found = memory()
    terms, reuse = found.terms, Reuse(found)
    first, second, third = (found.create(terms.integer(4), name) for name in ("first", "second", "third"))
    over = terms.choice_variable("over")
    found.changing(first).alive = over.inverse
    reuse.begin(third, terms.true, {})
    assert reuse.heirs == {(first.number, third.number): over}
    pointers = [found.addresses.pointer_to(item) for item in (first, second, third)]
    assert reuse.may_share_address(pointers[0], pointers[2]) is over
    assert reuse.may_share_address(pointers[2], pointers[0]) is over
    assert reuse.may_share_address(pointers[1], pointers[2]) is terms.false


def test_one_that_is_about_to_end_counts() -> None:
    found = memory()
    terms, reuse = found.terms, Reuse(found)
    first, second = found.create(terms.integer(4), "first"), found.create(terms.integer(4), "second")
    reuse.begin(second, terms.true, {first.number: terms.true})
    assert reuse.heirs == {(first.number, second.number): terms.true}
    reuse.begin(first, terms.false, {second.number: terms.true})
    assert len(reuse.heirs) == 1


def test_pointers_that_may_be_one_or_the_other() -> None:
    found = memory()
    terms, reuse = found.terms, Reuse(found)
    first, second = found.create(terms.integer(4), "first"), found.create(terms.integer(4), "second")
    reuse.begin(second, terms.true, {first.number: terms.true})
    one, other = found.addresses.pointer_to(first), found.addresses.pointer_to(second)
    test = terms.choice_variable("test")
    assert reuse.may_share_address(found.addresses.choice(test, one, other), other) is test


def test_what_begins_in_a_look_is_not_passed_on() -> None:
    found = memory()
    terms, reuse = found.terms, Reuse(found)
    first, second = found.create(terms.integer(4), "first"), found.create(terms.integer(4), "second")
    look = reuse.for_a_look(found)
    look.begin(second, terms.true, {first.number: terms.true})
    assert look.heirs
    assert not reuse.heirs

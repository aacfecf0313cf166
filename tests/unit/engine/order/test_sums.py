"""Which shared numbers are only added to, and by how much."""

from __future__ import annotations

import pytest

from unthread.engine.encode.objects import Value
from unthread.engine.order.memory import Happening, Incoming
from unthread.engine.order.sums import additions
from unthread.engine.terms.nodes import Bool, Int
from unthread.engine.terms.solver import TermSolver
from unthread.engine.terms.terms import Terms

UNIT = (2, 0, 4)
terms = Terms()
found = terms.narrow(terms.variable("found", (0, 63)), 0, 40)
other = terms.variable("other", (0, 7))
test = terms.choice_variable("test")


def written(value: Value, incoming: Int = found) -> Happening:
    reads = {UNIT: Incoming(incoming, True)}
    return Happening((1, 1), terms.true, reads, {UNIT: (terms.true, value)}, {}, {}, {})


def is_true(claim: Bool) -> bool:
    return not TermSolver().satisfiable([claim.inverse])


@pytest.mark.parametrize(
    ("value", "amount"),
    [
        (terms.add(found, terms.one), terms.one),
        (terms.add(other, found), other),
        (terms.subtract(found, other), terms.subtract(terms.zero, other)),
        (terms.choice(test, terms.add(found, terms.one), found), terms.number(test)),
    ],
)
def test_what_is_found_and_more_is_an_addition(value: Int, amount: Int) -> None:
    (made,) = additions(terms, [written(value)], {UNIT: terms.zero})[UNIT]
    assert is_true(terms.equal(made.amount, amount))


@pytest.mark.parametrize(
    "value",
    [
        terms.one,
        other,
        terms.add(found, found),
        terms.subtract(terms.integer(50), found),
        terms.add(found, terms.multiply(found, other)),
        terms.add(found, terms.integer(30), (0, 63)),  # wraps around
        terms.choice(test, terms.add(found, terms.one), terms.one),
    ],
)
def test_what_depends_otherwise_on_what_is_found_is_none(value: Int) -> None:
    assert additions(terms, [written(value)], {UNIT: terms.zero}) == {}


def test_one_that_only_writes_is_enough_for_there_to_be_no_sum() -> None:
    adds, writes = written(terms.add(found, terms.one)), written(terms.one)
    assert additions(terms, [adds, writes], {UNIT: terms.zero}) == {}
    assert additions(terms, [writes, adds], {UNIT: terms.zero}) == {}
    never = Happening((1, 1), terms.true, {}, {UNIT: (terms.false, terms.one)}, {}, {}, {})
    assert len(additions(terms, [adds, never], {UNIT: terms.zero})[UNIT]) == 1

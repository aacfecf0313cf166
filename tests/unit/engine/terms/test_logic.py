"""Booleans, comparisons and choices fold as they are built, to what they mean."""

from __future__ import annotations

from itertools import product

import pytest

from unthread.engine.terms.logic import Logic
from unthread.engine.terms.nodes import Bool, Int, Op

logic = Logic()
A, B, C = (logic.choice_variable(name) for name in "abc")
N, M = logic.variable("n", (0, 7)), logic.variable("m", (-4, 3))


def test_equal_terms_are_the_same() -> None:
    assert logic.both(A, B) is logic.both(B, A)
    assert logic.integer(5) is logic.integer(5)
    assert logic.equal(N, M) is logic.equal(M, N)
    assert logic.variable("n", (0, 7)) is not N  # each is another


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (logic.both(A, logic.true), A),
        (logic.both(A, logic.false), logic.false),
        (logic.both(A, A.inverse), logic.false),
        (logic.both(A, logic.both(A, B)), logic.both(A, B)),
        (logic.both(A.inverse, logic.both(A, B)), logic.false),
        (logic.both(A, logic.both(A, B).inverse), logic.both(A, B.inverse)),
        (logic.both(A.inverse, logic.both(A, B).inverse), A.inverse),
        (logic.either(A, A.inverse), logic.true),
        (logic.implies(A, A), logic.true),
        (logic.implies(A, logic.false), A.inverse),
        (logic.all([]), logic.true),
        (logic.any([]), logic.false),
        (logic.all([A, B, A]), logic.both(A, B)),
        (logic.select(logic.true, A, B), A),
        (logic.select(logic.false, A, B), B),
        (logic.select(C, A, A), A),
        (A.inverse.inverse, A),
    ],
)
def test_what_is_decided(made: Bool, expected: Bool) -> None:
    assert made is expected


def value(term: Bool, given: dict[Bool, bool]) -> bool:
    if term in given:
        return given[term]
    if term.op is Op.NOT:
        return not value(term.inverse, given)
    if term.op is Op.CONSTANT:
        return bool(term.data)
    assert term.op is Op.AND
    return all(value(part, given) for part in term.args if isinstance(part, Bool))


@pytest.mark.parametrize("values", list(product((False, True), repeat=3)))
def test_connectives_mean_what_they_say(values: tuple[bool, bool, bool]) -> None:
    given = dict(zip((A, B, C), values, strict=True))
    a, b, c = values
    assert value(logic.either(A, logic.both(B, C)), given) is (a or (b and c))
    assert value(logic.select(A, B, C), given) is (b if a else c)
    assert value(logic.implies(logic.either(A, B), C), given) is (not (a or b) or c)


def test_ranges_decide_comparisons() -> None:
    assert logic.equal(N, logic.integer(8)) is logic.false
    assert logic.less(M, logic.integer(4)) is logic.true
    assert logic.less(logic.integer(7), N) is logic.false
    assert logic.less(N, N) is logic.false
    assert logic.less(N, logic.one) is logic.equal(N, logic.zero)
    assert logic.less(N, logic.integer(7)) is logic.equal(N, logic.integer(7)).inverse


def test_a_choice_of_constants_answers_for_itself() -> None:
    chosen = logic.choice(A, logic.integer(2), logic.choice(B, logic.integer(4), logic.integer(6)))
    assert (chosen.lo, chosen.hi) == (2, 6)
    assert logic.equal(chosen, logic.integer(2)) is A
    assert logic.equal(chosen, logic.integer(3)) is logic.false
    assert logic.less(chosen, logic.integer(5)) is logic.either(A, B)


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (logic.choice(logic.true, N, M), N),
        (logic.choice(logic.false, N, M), M),
        (logic.choice(A, N, N), N),
        (logic.choice(A, N, logic.choice(B, N, M)), logic.choice(logic.either(A, B), N, M)),
        (logic.choice(A, logic.choice(B, N, M), M), logic.choice(logic.both(A, B), N, M)),
    ],
)
def test_choices_that_are_simpler(made: Int, expected: Int) -> None:
    assert made is expected


def test_a_variable_takes_all_values_of_its_bits() -> None:
    with pytest.raises(AssertionError, match="all values"):
        logic.variable("odd", (0, 5))

"""Terms whose variables are known have the value that the solver gives them."""

from __future__ import annotations

import pytest

from unthread.engine.terms.nodes import Int, signed_range, unsigned_range
from unthread.engine.terms.solver import TermSolver
from unthread.engine.terms.terms import Terms
from unthread.induction.compute import NotComputed, computed

SAMPLES = (-128, -7, -1, 0, 1, 2, 100, 127)


def results(terms: Terms, a: Int, b: Int) -> list[Int]:
    byte = signed_range(8)
    less = terms.less(a, b)
    return [
        terms.add(a, b, byte),
        terms.subtract(a, b, byte),
        terms.multiply(a, b, byte),
        terms.bit_and(a, b),
        terms.bit_or(a, b),
        terms.bit_xor(a, b),
        terms.wrap(a, unsigned_range(8)),
        terms.extract(a, 2, 3),
        terms.concat(terms.extract(a, 0, 4), terms.extract(b, 0, 3), 3),
        terms.choice(terms.both(less, terms.equal(a, terms.integer(2)).inverse), a, b),
        terms.number(less),
    ]


@pytest.mark.parametrize("left", SAMPLES)
@pytest.mark.parametrize("right", SAMPLES)
def test_the_solver_says_the_same(left: int, right: int) -> None:
    terms, solver = Terms(), TermSolver()
    a, b = (terms.variable(name, signed_range(8)) for name in "ab")
    given = [terms.equal(a, terms.integer(left)), terms.equal(b, terms.integer(right))]
    made = results(terms, a, b)
    solver.prepare(made)
    assert solver.satisfiable(given)
    values = {a.number: left, b.number: right}
    assert [computed(term, values) for term in made] == [solver.value(term) for term in made]


def test_what_only_the_solver_knows_is_left_to_it() -> None:
    terms = Terms()
    a, b = (terms.variable(name, signed_range(8)) for name in "ab")
    with pytest.raises(NotComputed):
        computed(terms.quotient(a, b, signed_range(8)), {a.number: 1, b.number: 2})

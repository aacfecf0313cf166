"""Terms against ordinary integers: what folding, bounds and the solver say about a term, compared with its
value by the meaning of the operations, under every assignment."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.meanings import EVERY, SETTINGS, VARIABLES, Maker, makers
from unthread.engine.terms.solver import TermSolver


def check_bounds(maker: Maker) -> None:
    """`lo` and `hi` keep what they promise under every assignment; what is known to be true or false is."""
    terms = maker.terms
    for number in maker.numbers:
        assert number.term.lo <= min(number.means)
        assert max(number.means) <= number.term.hi
    for truth in maker.truths:
        if truth.term in (terms.true, terms.false):
            assert set(truth.means) == {int(truth.term is terms.true)}


def check_solver(maker: Maker, chosen: list[int]) -> None:
    """With the variables fixed, the solver gives every term its value."""
    terms, solver = maker.terms, TermSolver()
    for position in chosen:
        values, bits = EVERY[position][: len(VARIABLES)], EVERY[position][len(VARIABLES) :]
        fixed = [terms.equal(v, terms.integer(x)) for v, x in zip(maker.variables, values, strict=True)]
        fixed += [b if x else b.inverse for b, x in zip(maker.tests, bits, strict=True)]
        assert solver.satisfiable(fixed)
        for number in maker.numbers:
            assert solver.value(number.term) == number.means[position]
        for truth in maker.truths:
            assert solver.is_true(truth.term) == bool(truth.means[position])


@settings(SETTINGS, max_examples=150)
@given(maker=makers(size=25), chosen=st.lists(st.sampled_from(range(len(EVERY))), min_size=1, max_size=4))
def test_terms_mean_what_they_say(maker: Maker, chosen: list[int]) -> None:
    check_bounds(maker)
    check_solver(maker, chosen)

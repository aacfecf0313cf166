"""What is known of the values of terms, compared with their values under every assignment."""

from __future__ import annotations

from hypothesis import given, settings

from tests.support.meanings import SETTINGS, Maker, makers
from unthread.engine.terms.domains import Strides, bounds_in, values_of


@settings(SETTINGS, max_examples=150)
@given(maker=makers(size=25))
def test_no_value_is_missing(maker: Maker) -> None:
    strides = Strides()
    for number in maker.numbers:
        reached = set(number.means)
        few = values_of(number.term)
        assert few is None or reached <= few
        step, rest = strides.of(number.term)
        assert all((value - rest) % step == 0 if step else value == rest for value in reached)


@settings(SETTINGS, max_examples=150)
@given(maker=makers(size=25))
def test_bounds_hold_where_the_condition_does(maker: Maker) -> None:
    for truth in maker.truths:
        known = bounds_in(truth.term)
        for number in maker.numbers:
            lo, hi = known.get(number.term, (number.term.lo, number.term.hi))
            held = zip(truth.means, number.means, strict=True)
            assert all(lo <= value <= hi for holds, value in held if holds)

"""Ranges, and how many bits they take."""

from __future__ import annotations

import pytest

from unthread.engine.terms.nodes import Op, is_exact, is_pair, signed_range, unsigned_range, width_of, wrapped
from unthread.engine.terms.terms import Terms


@pytest.mark.parametrize(
    ("lo", "hi", "width"),
    [
        (0, 0, 1),
        (0, 1, 1),
        (0, 5, 3),
        (0, 255, 8),
        (-1, 0, 1),
        (-1, 1, 2),
        (-8, 7, 4),
        (-9, 7, 5),
        (-3, 200, 9),
    ],
)
def test_bits_that_a_range_takes(lo: int, hi: int, width: int) -> None:
    assert width_of(lo, hi) == width


@pytest.mark.parametrize("bits", [1, 8, 64])
def test_all_that_bits_can_say(bits: int) -> None:
    for lo, hi in (signed_range(bits), unsigned_range(bits)):
        assert hi - lo + 1 == 1 << bits
        assert width_of(lo, hi) == bits


@pytest.mark.parametrize(
    ("value", "within", "result"),
    [
        (256, (0, 255), 0),
        (-1, (0, 255), 255),
        (128, (-128, 127), -128),
        (-129, (-128, 127), 127),
        (5, (0, 7), 5),
    ],
)
def test_values_are_brought_back_into_their_range(value: int, within: tuple[int, int], result: int) -> None:
    assert wrapped(value, within) == result


def test_an_operation_that_wraps_is_not_exact() -> None:
    terms = Terms()
    byte = terms.variable("byte", (0, 255))
    exact, cut = terms.add(byte, terms.one), terms.add(byte, terms.one, (0, 255))
    assert (exact.lo, exact.hi, is_exact(exact)) == (1, 256, True)
    assert (cut.lo, cut.hi, is_exact(cut)) == (0, 255, False)


def test_a_choice_between_constants_is_a_pair() -> None:
    terms = Terms()
    test, byte = terms.choice_variable("test"), terms.variable("byte", (0, 255))
    assert is_pair(terms.choice(test, terms.zero, terms.integer(7)))
    assert not is_pair(terms.choice(test, byte, terms.zero))
    assert not is_pair(terms.zero)
    assert terms.zero.op is Op.CONSTANT
    assert terms.zero.is_constant

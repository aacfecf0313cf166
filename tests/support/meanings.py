"""Terms together with what they mean: the value of each by the meaning of the operations, under every
assignment of a few variables."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

from unthread.engine.terms.nodes import Bool, Int, Range, signed_range, unsigned_range, wrapped
from unthread.engine.terms.terms import Terms

SETTINGS = settings(deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
VARIABLES: tuple[Range, ...] = (unsigned_range(2), signed_range(2), unsigned_range(1), signed_range(3))
TESTS = 2
Assignment = tuple[int, ...]  # of the variables, then of the tests
Column = tuple[int, ...]  # a value for every assignment; a Boolean is 0 or 1


@dataclass(frozen=True, slots=True)
class Number:
    term: Int
    means: Column


@dataclass(frozen=True, slots=True)
class Truth:
    term: Bool
    means: Column


def assignments() -> list[Assignment]:
    ranges = [range(lo, hi + 1) for lo, hi in VARIABLES] + [range(2)] * TESTS
    return list(itertools.product(*ranges))


EVERY = assignments()


def column(function: Callable[..., int | bool], *parts: Number | Truth) -> Column:
    return tuple(int(function(*values)) for values in zip(*(part.means for part in parts), strict=True))


def toward_zero(a: int, b: int) -> int:
    whole = abs(a) // abs(b)
    return whole if (a < 0) == (b < 0) else -whole


class Maker:
    """Draws terms together with what they mean, over a few variables and a few tests."""

    def __init__(self, draw: DrawFn) -> None:
        self.draw = draw
        self.terms = Terms()
        self.variables = [self.terms.variable(f"v{i}", within) for i, within in enumerate(VARIABLES)]
        self.tests = [self.terms.choice_variable(f"b{i}") for i in range(TESTS)]
        columns = list(zip(*EVERY, strict=True))
        self.numbers = [Number(v, c) for v, c in zip(self.variables, columns, strict=False)]
        self.truths = [Truth(b, c) for b, c in zip(self.tests, columns[len(VARIABLES) :], strict=True)]

    def integer(self, low: int, high: int) -> int:
        return self.draw(st.integers(low, high))

    def number(self) -> Number:
        if self.integer(0, 3) == 0:
            value = self.draw(st.sampled_from((-9, -8, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 7, 8, 15, 16)))
            return Number(self.terms.integer(value), (value,) * len(EVERY))
        return self.draw(st.sampled_from(self.numbers))

    def truth(self) -> Truth:
        found = self.draw(st.sampled_from(self.truths))
        return found if self.integer(0, 2) else Truth(found.term.inverse, column(lambda p: 1 - p, found))

    def range(self) -> Range:
        bits = self.integer(1, 6)
        return signed_range(bits) if self.integer(0, 1) else unsigned_range(bits)

    def grow(self) -> None:
        """One more term."""
        kind = self.integer(0, 17)
        if kind >= 14:
            self.truths.append(self.new_truth())
            return
        made = self.new_number(kind, self.number(), self.number())
        if made is not None and abs(made.term.lo) < 1 << 24 and made.term.hi < 1 << 24:
            self.numbers.append(made)

    def new_number(self, kind: int, x: Number, y: Number) -> Number | None:
        terms, test = self.terms, self.truth()
        match kind:
            case 0 | 1 | 2:
                means = column(lambda t, a, b: a if t else b, test, x, y)
                return Number(terms.choice(test.term, x.term, y.term), means)
            case 3 | 4 | 5 | 6:
                return self.wrapping(kind, x, y)
            case 7:
                return self.divided(x, y)
            case 8:
                return self.bitwise(x, y)
            case 9:
                return self.shifted_left(x, y)
            case 10 if y.term.lo >= 0 and y.term.hi <= 40:
                return Number(terms.shift_right(x.term, y.term), column(lambda a, b: a >> b, x, y))
            case 11:
                start, bits = self.integer(0, 5), self.integer(1, 6)
                means = column(lambda a: a >> start & ((1 << bits) - 1), x)
                return Number(terms.extract(x.term, start, bits), means)
            case 12:
                return self.joined(x, y)
            case 13:
                return Number(terms.number(test.term), test.means)
        return None

    def wrapping(self, kind: int, x: Number, y: Number) -> Number:
        terms, within = self.terms, self.range() if self.integer(0, 1) else None

        def fit(value: int) -> int:
            return value if within is None else wrapped(value, within)

        match kind:
            case 3:
                return Number(terms.add(x.term, y.term, within), column(lambda a, b: fit(a + b), x, y))
            case 4:
                return Number(terms.subtract(x.term, y.term, within), column(lambda a, b: fit(a - b), x, y))
            case 5:
                return Number(terms.multiply(x.term, y.term, within), column(lambda a, b: fit(a * b), x, y))
            case _:
                return Number(terms.wrap(x.term, within), column(fit, x))

    def divided(self, x: Number, y: Number) -> Number | None:
        if 0 in y.means:
            return None
        if self.integer(0, 1):
            within = signed_range(25)
            return Number(self.terms.quotient(x.term, y.term, within), column(toward_zero, x, y))
        means = column(lambda a, b: a - toward_zero(a, b) * b, x, y)
        return Number(self.terms.remainder(x.term, y.term), means)

    def bitwise(self, x: Number, y: Number) -> Number:
        terms = self.terms
        match self.integer(0, 2):
            case 0:
                return Number(terms.bit_and(x.term, y.term), column(lambda a, b: a & b, x, y))
            case 1:
                return Number(terms.bit_or(x.term, y.term), column(lambda a, b: a | b, x, y))
            case _:
                return Number(terms.bit_xor(x.term, y.term), column(lambda a, b: a ^ b, x, y))

    def shifted_left(self, x: Number, y: Number) -> Number | None:
        bits = self.integer(4, 8)
        within = signed_range(bits) if self.integer(0, 1) else unsigned_range(bits)
        if y.term.lo < 0 or y.term.hi >= bits:
            return None
        means = column(lambda a, b: wrapped(a << b, within), x, y)
        return Number(self.terms.shift_left(x.term, y.term, within), means)

    def joined(self, x: Number, y: Number) -> Number | None:
        bits = self.integer(1, 6)
        if x.term.lo < 0 or y.term.lo < 0 or y.term.hi >> bits:
            return None
        return Number(self.terms.concat(x.term, y.term, bits), column(lambda a, b: a << bits | b, x, y))

    def new_truth(self) -> Truth:
        terms, x, y = self.terms, self.number(), self.number()
        match self.integer(0, 8):
            case 0 | 1:
                return Truth(terms.equal(x.term, y.term), column(lambda a, b: a == b, x, y))
            case 2 | 3:
                return Truth(terms.less(x.term, y.term), column(lambda a, b: a < b, x, y))
            case 4:
                return Truth(terms.at_most(x.term, y.term), column(lambda a, b: a <= b, x, y))
            case 5:
                return Truth(terms.truth(x.term), column(lambda a: a != 0, x))
        return self.joined_truth(self.truth(), self.truth(), self.truth())

    def joined_truth(self, s: Truth, t: Truth, u: Truth) -> Truth:
        terms = self.terms
        match self.integer(0, 4):
            case 0:
                return Truth(terms.both(s.term, t.term), column(lambda p, q: p & q, s, t))
            case 1:
                return Truth(terms.either(s.term, t.term), column(lambda p, q: p | q, s, t))
            case 2:
                return Truth(terms.implies(s.term, t.term), column(lambda p, q: p <= q, s, t))
            case 3:
                chosen = terms.select(s.term, t.term, u.term)
                return Truth(chosen, column(lambda p, q, r: q if p else r, s, t, u))
            case _:
                every = terms.all([s.term, t.term, u.term])
                either = terms.any([every, s.term.inverse])
                return Truth(either, column(lambda p, q, r: p & q & r | (1 - p), s, t, u))


@st.composite
def makers(draw: DrawFn, size: int) -> Maker:
    maker = Maker(draw)
    for _ in range(draw(st.integers(1, size))):
        maker.grow()
    return maker

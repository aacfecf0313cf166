"""Intervals of integers: `Span`, C's arithmetic on them, and how they grow in loops: `Ladder`.

A span of a C value lies within the range of its type. Where a result may lie outside, it may be anything:
what C says of that is asked elsewhere.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from unthread.core.records import dataclass
from unthread.program.expressions import BinaryOperator
from unthread.program.types import BoolType, IntType, Type, bits_of, is_signed, value_range, value_type


@dataclass(frozen=True, slots=True)
class Span:
    """All integers from `lo` to `hi`."""

    lo: int
    hi: int

    def __contains__(self, number: int) -> bool:
        return self.lo <= number <= self.hi

    def is_inside(self, other: Span) -> bool:
        return other.lo <= self.lo and self.hi <= other.hi


TRUTH = Span(0, 1)


def span_of(type: Type) -> Span | None:
    """All values of an integer type; None for other types."""
    kind = value_type(type)
    return Span(*value_range(kind)) if isinstance(kind, IntType | BoolType) else None


def hull(one: Span, other: Span) -> Span:
    if other.is_inside(one):
        return one
    return Span(min(one.lo, other.lo), max(one.hi, other.hi))


def meet(one: Span, other: Span) -> Span | None:
    lo, hi = max(one.lo, other.lo), min(one.hi, other.hi)
    return Span(lo, hi) if lo <= hi else None


class Ladder:
    """Where bounds that grow may stop: at the numbers of the program, next to them, and where types end."""

    def __init__(self, numbers: Iterable[int] = ()) -> None:
        steps = {0}
        for number in numbers:
            steps |= {number - 1, number, number + 1}
        for bits in (31, 32, 63, 64):
            steps |= {(1 << bits) - 1, -(1 << bits)}
        self._steps = sorted(steps)

    def widened(self, old: Span, new: Span) -> Span:
        """At least both; a bound that has moved moves to the next step."""
        lo, hi = min(old.lo, new.lo), max(old.hi, new.hi)
        if lo < old.lo:
            at = bisect_right(self._steps, lo) - 1
            lo = self._steps[at] if at >= 0 else lo
        if hi > old.hi:
            at = bisect_left(self._steps, hi)
            hi = self._steps[at] if at < len(self._steps) else hi
        return Span(lo, hi)


def exact(operator: BinaryOperator, a: Span, b: Span) -> Span | None:
    """What sums and products are before they have to fit in a type."""
    match operator:
        case BinaryOperator.ADD:
            return Span(a.lo + b.lo, a.hi + b.hi)
        case BinaryOperator.SUBTRACT:
            return Span(a.lo - b.hi, a.hi - b.lo)
        case BinaryOperator.MULTIPLY:
            corners = [x * y for x in (a.lo, a.hi) for y in (b.lo, b.hi)]
            return Span(min(corners), max(corners))
    return None


def product(a: Span, b: Span) -> Span | None:
    """Of an index and a size; indices that are meant to be negative do not count."""
    if max(abs(a.lo), abs(a.hi), abs(b.lo), abs(b.hi)) >= 1 << 62:
        return None
    return exact(BinaryOperator.MULTIPLY, a, b)


def has_result(operator: BinaryOperator, a: Span, b: Span, type: Type) -> bool:
    """C says what it is, for all operands."""
    within = value_range(type)
    total = exact(operator, a, b)
    if total is not None:
        return not is_signed(type) or total.is_inside(Span(*within))
    match operator:
        case BinaryOperator.DIVIDE | BinaryOperator.REMAINDER:
            return 0 not in b and not (is_signed(type) and within[0] in a and -1 in b)
        case BinaryOperator.SHIFT_RIGHT:
            return b.is_inside(Span(0, bits_of(type) - 1))
        case BinaryOperator.SHIFT_LEFT:
            if not b.is_inside(Span(0, bits_of(type) - 1)):
                return False
            return not is_signed(type) or (a.lo >= 0 and a.hi << b.hi <= within[1])
    return True


def combined(operator: BinaryOperator, a: Span, b: Span, type: Type) -> Span:
    """The results, for all operands for which there are any."""
    within = Span(*value_range(type))
    found = exact(operator, a, b) or _other(operator, a, b, within)
    return found if found is not None and found.is_inside(within) else within


def _other(operator: BinaryOperator, a: Span, b: Span, within: Span) -> Span | None:
    match operator:
        case BinaryOperator.DIVIDE if b.lo > 0:
            corners = [_quotient(x, y) for x in (a.lo, a.hi) for y in (b.lo, b.hi)]
            return Span(min(corners), max(corners))
        case BinaryOperator.REMAINDER if 0 not in b:
            most = max(abs(b.lo), abs(b.hi)) - 1
            return Span(max(a.lo, -most) if a.lo < 0 else 0, min(a.hi, most) if a.hi > 0 else 0)
        case BinaryOperator.AND if a.lo >= 0 or b.lo >= 0:
            return Span(0, min(x.hi for x in (a, b) if x.lo >= 0))
        case BinaryOperator.OR | BinaryOperator.XOR if a.lo >= 0 and b.lo >= 0:
            return Span(0, (1 << max(a.hi.bit_length(), b.hi.bit_length())) - 1)
        case BinaryOperator.SHIFT_RIGHT if a.lo >= 0 and b.lo >= 0 and b.hi < 128:
            return Span(a.lo >> b.hi, a.hi >> b.lo)
        case BinaryOperator.SHIFT_LEFT if a.lo >= 0 and b.lo >= 0 and b.hi < 128:
            return Span(a.lo << b.lo, a.hi << b.hi)
    return None


def _quotient(a: int, b: int) -> int:
    """Towards zero."""
    return a // b if (a >= 0) == (b > 0) else -(-a // b)


def compared(operator: BinaryOperator, a: Span, b: Span) -> Span:
    """1 where the comparison holds for all operands, 0 where it holds for none."""
    match operator:
        case BinaryOperator.LESS:
            always, never = a.hi < b.lo, a.lo >= b.hi
        case BinaryOperator.LESS_EQUAL:
            always, never = a.hi <= b.lo, a.lo > b.hi
        case BinaryOperator.GREATER:
            always, never = a.lo > b.hi, a.hi <= b.lo
        case BinaryOperator.GREATER_EQUAL:
            always, never = a.lo >= b.hi, a.hi < b.lo
        case BinaryOperator.EQUAL | BinaryOperator.NOT_EQUAL:
            same, apart = a == b and a.lo == a.hi, meet(a, b) is None
            always, never = (same, apart) if operator is BinaryOperator.EQUAL else (apart, same)
        case _:
            always = never = False
    return Span(1, 1) if always else Span(0, 0) if never else TRUTH


def narrowed(operator: BinaryOperator, a: Span, b: Span) -> Span | None:
    """Those of `a` for which the comparison with some of `b` holds."""
    match operator:
        case BinaryOperator.LESS:
            return meet(a, Span(a.lo, b.hi - 1)) if a.lo <= b.hi - 1 else None
        case BinaryOperator.LESS_EQUAL:
            return meet(a, Span(a.lo, b.hi)) if a.lo <= b.hi else None
        case BinaryOperator.GREATER:
            return meet(a, Span(b.lo + 1, a.hi)) if b.lo + 1 <= a.hi else None
        case BinaryOperator.GREATER_EQUAL:
            return meet(a, Span(b.lo, a.hi)) if b.lo <= a.hi else None
        case BinaryOperator.EQUAL:
            return meet(a, b)
        case BinaryOperator.NOT_EQUAL if b.lo == b.hi:
            lo = a.lo + (a.lo == b.lo)
            hi = a.hi - (a.hi == b.lo)
            return Span(lo, hi) if lo <= hi else None
    return a

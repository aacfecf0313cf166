"""Arithmetic on intervals, compared with C's arithmetic on all numbers in them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from unthread.program.build.fold import binary, wrap
from unthread.program.expressions import COMPARISONS, BinaryOperator, Constant
from unthread.program.types import IntType, is_signed, value_range
from unthread.proof.numbers.spans import (
    Ladder,
    Span,
    combined,
    compared,
    has_result,
    hull,
    meet,
    narrowed,
    product,
    span_of,
)

SIGNED, UNSIGNED = IntType(8, True, "signed char"), IntType(8, False, "unsigned char")
KINDS = st.sampled_from([SIGNED, UNSIGNED])


def spans_of(kind: IntType) -> st.SearchStrategy[Span]:
    lo, hi = value_range(kind)
    ends = st.one_of(st.integers(lo, hi), st.sampled_from([lo, lo + 1, -1, 0, 1, 7, 8, hi - 1, hi]))
    inside = ends.filter(lambda number: lo <= number <= hi)
    return st.tuples(inside, st.integers(0, 9)).map(lambda item: Span(item[0], min(hi, item[0] + item[1])))


def plain(operator: BinaryOperator, a: int, b: int) -> int | None:
    """As if numbers had no end; None where there is no result."""
    match operator:
        case BinaryOperator.DIVIDE | BinaryOperator.REMAINDER if b == 0:
            return None
        case BinaryOperator.DIVIDE:
            return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
        case BinaryOperator.REMAINDER:
            return abs(a) % abs(b) * (-1 if a < 0 else 1)
        case BinaryOperator.SHIFT_LEFT | BinaryOperator.SHIFT_RIGHT if not 0 <= b < 8:
            return None
        case BinaryOperator.SHIFT_LEFT:
            return a << b
        case BinaryOperator.SHIFT_RIGHT:
            return a >> b
    return {
        BinaryOperator.ADD: a + b,
        BinaryOperator.SUBTRACT: a - b,
        BinaryOperator.MULTIPLY: a * b,
        BinaryOperator.AND: a & b,
        BinaryOperator.OR: a | b,
        BinaryOperator.XOR: a ^ b,
    }[operator]


def is_violation(operator: BinaryOperator, a: int, result: int, kind: IntType) -> bool:
    lo, hi = value_range(kind)
    is_negative_shift = operator is BinaryOperator.SHIFT_LEFT and a < 0
    return is_signed(kind) and (not lo <= result <= hi or is_negative_shift)


@given(data=st.data(), kind=KINDS, operator=st.sampled_from(sorted(set(BinaryOperator) - COMPARISONS)))
def test_results_lie_inside(data: st.DataObject, kind: IntType, operator: BinaryOperator) -> None:
    """Also those that wrap around, where nobody asks for overflow."""
    a, b = data.draw(spans_of(kind)), data.draw(spans_of(kind))
    found, is_sure = combined(operator, a, b, kind), has_result(operator, a, b, kind)
    for left in range(a.lo, a.hi + 1):
        for right in range(b.lo, b.hi + 1):
            result = plain(operator, left, right)
            if result is None or is_violation(operator, left, result, kind):
                assert not is_sure
            if result is not None:
                assert wrap(result, kind) in found


@given(data=st.data(), operator=st.sampled_from(sorted(COMPARISONS)))
def test_comparisons(data: st.DataObject, operator: BinaryOperator) -> None:
    a, b = data.draw(spans_of(SIGNED)), data.draw(spans_of(SIGNED))
    found, left_over = compared(operator, a, b), narrowed(operator, a, b)
    for left in range(a.lo, a.hi + 1):
        holds = []
        for right in range(b.lo, b.hi + 1):
            result = binary(operator, Constant(left, SIGNED), Constant(right, SIGNED), SIGNED)
            assert isinstance(result, Constant)
            assert isinstance(result.value, int)
            assert result.value in found
            holds.append(result.value)
        if any(holds):
            assert left_over is not None
            assert left in left_over


def test_hull_and_meet() -> None:
    assert hull(Span(0, 3), Span(5, 7)) == Span(0, 7)
    assert meet(Span(0, 3), Span(2, 7)) == Span(2, 3)
    assert meet(Span(0, 3), Span(5, 7)) is None
    assert span_of(UNSIGNED) == Span(0, 255)


def test_bounds_that_grow_stop_at_numbers_of_the_program() -> None:
    ladder = Ladder([8])
    assert ladder.widened(Span(0, 0), Span(0, 1)) == Span(0, 7)
    assert ladder.widened(Span(0, 7), Span(0, 8)) == Span(0, 8)
    assert ladder.widened(Span(0, 9), Span(0, 10)) == Span(0, (1 << 31) - 1)
    assert ladder.widened(Span(0, 0), Span(-1, 0)) == Span(-(1 << 31), 0)
    assert ladder.widened(Span(0, 5), Span(2, 3)) == Span(0, 5)


def test_indices_that_wrap_around_lead_nowhere() -> None:
    assert product(Span(0, 3), Span(4, 4)) == Span(0, 12)
    assert product(Span(0, (1 << 64) - 1), Span(4, 4)) is None

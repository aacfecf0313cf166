"""Which segments may find an address free because one of another thread came before them: `lives_before`.

In: how threads are executed. Out: for each segment in which an object begins, those of other threads in which
one ends. Nothing, if no thread can tell whether two objects have the same address.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from unthread.engine.encode.plan import ThreadPlan
from unthread.program.expressions import COMPARISONS, Binary, Constant, Convert, Expression, operands
from unthread.program.instructions import Allocate, Declare, Discard, Exit, Free, Return, expressions
from unthread.program.types import IntType, PointerType, value_type

Place: TypeAlias = tuple[int, int]  # a thread and one of its segments


def lives_before(plans: Sequence[ThreadPlan]) -> Mapping[Place, frozenset[Place]]:
    if not _tell_addresses_apart(plans):
        return {}
    begins, ends = set[Place](), set[Place]()
    for plan in plans:
        for index, item in enumerate(plan.thread.body):
            place = plan.thread.number, plan.segments[index]
            match item:
                case Allocate():
                    begins.add(place)
                case Declare(variable) if variable not in plan.registers:
                    begins.add(place)
                case Free() | Return() | Exit():
                    ends.add(place)
                case Discard(variable) if variable not in plan.registers:
                    ends.add(place)
    return {place: frozenset(other for other in ends if other[0] != place[0]) for place in begins}


def _tell_addresses_apart(plans: Sequence[ThreadPlan]) -> bool:
    return any(
        _tells(part)
        for plan in plans
        for item in plan.thread.body
        for expression in expressions(item)
        for part in _parts(expression)
    )


def _tells(expression: Expression) -> bool:
    match expression:
        case Binary(operator, left, right) if operator in COMPARISONS:
            return all(_is_pointer(side) for side in (left, right))
        case Convert(operand, IntType()):
            return _is_pointer(operand)
        case _:
            return False


def _is_pointer(expression: Expression) -> bool:
    """One that is known is null or lies at a fixed place, which no other object gets."""
    return isinstance(value_type(expression.type), PointerType) and not isinstance(expression, Constant)


def _parts(expression: Expression) -> Iterator[Expression]:
    yield expression
    for operand in operands(expression):
        yield from _parts(operand)

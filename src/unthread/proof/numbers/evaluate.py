"""C's expressions on intervals: `SpanEvaluator`; what conditions tell: `assumed`.

In: an expression at a node, and a `NumericState`. Out: the span of its value, None if it is no integer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeAlias

from unthread.program.build.simplify import truth_of
from unthread.program.expressions import (
    COMPARISONS,
    AddressOf,
    Binary,
    BinaryOperator,
    Conditional,
    Constant,
    Convert,
    Dereference,
    Element,
    Expression,
    Member,
    Place,
    PointerAdd,
    Read,
    ThreadSelf,
    Unary,
    UnaryOperator,
    Variable,
    VariablePlace,
    is_register,
)
from unthread.program.library import MOST_THREADS
from unthread.program.types import (
    ArrayType,
    BoolType,
    FloatType,
    PointerType,
    Type,
    VariableArrayType,
    bits_of,
    size_of,
    value_type,
)
from unthread.proof.numbers.spans import (
    TRUTH,
    Span,
    combined,
    compared,
    hull,
    meet,
    narrowed,
    product,
    span_of,
)
from unthread.proof.numbers.state import Area, IntegerCell, NumericState
from unthread.proof.values import Address, Number, Value, truth
from unthread.proof.walk import Walk

Found: TypeAlias = tuple[
    Span, IntegerCell | None
]  # what is in memory, and in which cell that nobody else changes

_MIRRORED = {
    BinaryOperator.LESS: BinaryOperator.GREATER,
    BinaryOperator.LESS_EQUAL: BinaryOperator.GREATER_EQUAL,
    BinaryOperator.GREATER: BinaryOperator.LESS,
    BinaryOperator.GREATER_EQUAL: BinaryOperator.LESS_EQUAL,
    BinaryOperator.EQUAL: BinaryOperator.EQUAL,
    BinaryOperator.NOT_EQUAL: BinaryOperator.NOT_EQUAL,
}
_OPPOSITE = {
    BinaryOperator.LESS: BinaryOperator.GREATER_EQUAL,
    BinaryOperator.LESS_EQUAL: BinaryOperator.GREATER,
    BinaryOperator.GREATER: BinaryOperator.LESS_EQUAL,
    BinaryOperator.GREATER_EQUAL: BinaryOperator.LESS,
    BinaryOperator.EQUAL: BinaryOperator.NOT_EQUAL,
    BinaryOperator.NOT_EQUAL: BinaryOperator.EQUAL,
}


class SpanEvaluator:
    """`memory` says what is in a place of memory, if it is a cell that is known."""

    def __init__(self, walk: Walk, memory: Callable[[int, Place, NumericState], Found | None]) -> None:
        self.walk = walk
        self._memory = memory
        self._values: dict[tuple[int, int], Value | None] = {}

    def span(self, node: int, expression: Expression, state: NumericState) -> Span | None:
        whole = span_of(expression.type)
        if whole is None:
            return None
        found = self._found(node, expression, state, whole)
        if found is None:
            is_truth = isinstance(expression, Binary) and expression.operator in COMPARISONS
            return TRUTH if is_truth else whole
        return meet(found, whole) or whole

    def _found(self, node: int, expression: Expression, state: NumericState, whole: Span) -> Span | None:
        match expression:
            case Constant(int(number)):
                return Span(number, number)
            case ThreadSelf():
                return Span(0, MOST_THREADS - 1)
            case Read(VariablePlace(variable) as place) if is_register(place):
                known = state.registers.get((self.walk.frame(node).number, variable.name))
                return known or self._elsewhere(node, expression)
            case Read(place):
                found = self._memory(node, place, state)
                return self._elsewhere(node, expression) if found is None else found[0]
            case Convert(operand, type):
                return self._converted(node, operand, type, state, whole)
            case Unary(operator, operand):
                return self._unary(node, operator, operand, state)
            case Binary():
                return self._binary(node, expression, state)
            case Conditional(test, then, otherwise):
                return self._conditional(node, test, then, otherwise, state)
        return None

    def _elsewhere(self, node: int, expression: Expression) -> Span | None:
        """What is known of it without looking at numbers."""
        match self._known(node, expression):
            case Number(value):
                return Span(value, value)
        return None

    def _known(self, node: int, expression: Expression) -> Value | None:
        key = node, id(expression)  # it is a part of the program
        if key not in self._values:
            self._values[key] = self.walk.value(node, expression)
        return self._values[key]

    def _converted(
        self, node: int, operand: Expression, type: Type, state: NumericState, whole: Span
    ) -> Span | None:
        inner = self.span(node, operand, state)
        if isinstance(value_type(type), BoolType):
            is_true = self.truth(node, operand, state)
            return TRUTH if is_true is None else Span(int(is_true), int(is_true))
        return inner if inner is not None and inner.is_inside(whole) else None

    def _unary(
        self, node: int, operator: UnaryOperator, operand: Expression, state: NumericState
    ) -> Span | None:
        if operator is UnaryOperator.NOT:
            is_true = self.truth(node, operand, state)
            return TRUTH if is_true is None else Span(int(not is_true), int(not is_true))
        inner = self.span(node, operand, state)
        if inner is None:
            return None
        whole = span_of(operand.type)
        match operator:
            case UnaryOperator.NEGATE:
                found = Span(-inner.hi, -inner.lo)
            case UnaryOperator.COMPLEMENT:
                found = Span(-inner.hi - 1, -inner.lo - 1)
            case UnaryOperator.ONES | UnaryOperator.LEADING_ZEROS | UnaryOperator.TRAILING_ZEROS:
                return Span(0, bits_of(value_type(operand.type)))
            case _:
                return None
        return found if whole is not None and found.is_inside(whole) else None

    def _binary(self, node: int, expression: Binary, state: NumericState) -> Span | None:
        a, b = self.span(node, expression.left, state), self.span(node, expression.right, state)
        if a is None or b is None:
            return self._elsewhere(node, expression)
        if expression.operator in COMPARISONS:
            return compared(expression.operator, a, b)
        return combined(expression.operator, a, b, value_type(expression.type))

    def _conditional(
        self, node: int, test: Expression, then: Expression, otherwise: Expression, state: NumericState
    ) -> Span | None:
        sides = []
        for wanted, side in ((True, then), (False, otherwise)):
            inside = self.assumed(node, test, wanted, state)
            if inside is not None:
                sides.append(self.span(node, side, inside))
        if not sides or None in sides:
            return None
        spans = [span for span in sides if span is not None]
        return spans[0] if len(spans) == 1 else hull(*spans)

    def truth(self, node: int, expression: Expression, state: NumericState) -> bool | None:
        """Whether it is other than zero, if that is always the same."""
        span = self.span(node, expression, state)
        if span is not None:
            return True if 0 not in span else False if span == Span(0, 0) else None
        return truth(self._known(node, expression))

    # ---- pointers

    def area(self, node: int, expression: Expression, state: NumericState) -> Area | None:
        """What a pointer points to."""
        found = None
        match expression:
            case Read(VariablePlace(variable) as place) if is_register(place):
                found = state.pointers.get((self.walk.frame(node).number, variable.name))
            case AddressOf(place):
                found = self.place(node, place, state)
            case PointerAdd(pointer, index, scale):
                found = self._moved(node, pointer, self._product(node, index, scale, state), state)
            case Convert(operand) if isinstance(value_type(operand.type), PointerType):
                found = self.area(node, operand, state)
        return found or self._fixed(node, expression)

    def place(self, node: int, place: Place, state: NumericState) -> Area | None:
        """Where it lies."""
        match place:
            case VariablePlace(variable):
                return None if is_register(place) else Area(variable, Span(0, 0))
            case Member(base, field):
                return _shifted(self.place(node, base, state), Span(field.offset, field.offset))
            case Element(base, index):
                if isinstance(place.type, ArrayType | VariableArrayType):
                    return None
                span, size = self.span(node, index, state), size_of(place.type)
                by = None if span is None else product(span, Span(size, size))
                return _shifted(self.place(node, base, state), by)
            case Dereference(pointer):
                return self.area(node, pointer, state)

    def _fixed(self, node: int, expression: Expression) -> Area | None:
        match self._known(node, expression):
            case Address(Variable() as variable, int(offset)):
                return Area(variable, Span(offset, offset))
        return None

    def _product(self, node: int, index: Expression, scale: Expression, state: NumericState) -> Span | None:
        a, b = self.span(node, index, state), self.span(node, scale, state)
        return None if a is None or b is None else product(a, b)

    def _moved(self, node: int, pointer: Expression, by: Span | None, state: NumericState) -> Area | None:
        return None if by is None else _shifted(self.area(node, pointer, state), by)

    # ---- conditions

    def assumed(
        self, node: int, condition: Expression, wanted: bool, state: NumericState
    ) -> NumericState | None:
        """What is known where the condition is what is wanted; None if that cannot be."""
        is_true = self.truth(node, condition, state)
        if is_true is not None and is_true != wanted:
            return None
        match condition:
            case Unary(UnaryOperator.NOT, operand):
                return self.assumed(node, operand, not wanted, state)
            case Conditional(test, then, otherwise) if wanted and truth_of(otherwise) is False:
                first = self.assumed(node, test, True, state)
                return first and self.assumed(node, then, True, first)
            case Conditional(test, then, otherwise) if not wanted and truth_of(then) is True:
                first = self.assumed(node, test, False, state)
                return first and self.assumed(node, otherwise, False, first)
            case Binary(operator, left, right) if operator in COMPARISONS:
                return self._compared(node, operator if wanted else _OPPOSITE[operator], left, right, state)
            case Convert(operand, type) if self._keeps_truth(operand.type, type):
                return self.assumed(node, operand, wanted, state)
            case Read():
                operator = BinaryOperator.NOT_EQUAL if wanted else BinaryOperator.EQUAL
                return self._compared(node, operator, condition, Constant(0, condition.type), state)
        return state

    def _keeps_truth(self, source: Type, target: Type) -> bool:
        """What is not zero before is not zero afterwards."""
        if isinstance(value_type(source), FloatType):
            return False
        if isinstance(value_type(target), BoolType):
            return True
        inner, outer = span_of(source), span_of(target)
        return (
            inner is not None
            and outer is not None
            and bits_of(value_type(target)) >= bits_of(value_type(source))
        )

    def _compared(
        self, node: int, operator: BinaryOperator, left: Expression, right: Expression, state: NumericState
    ) -> NumericState | None:
        a, b = self.span(node, left, state), self.span(node, right, state)
        if a is None or b is None:
            return state
        smaller, other = narrowed(operator, a, b), narrowed(_MIRRORED[operator], b, a)
        if smaller is None or other is None:
            return None
        first = self._within(node, left, smaller, state)
        return first and self._within(node, right, other, first)

    def _within(
        self, node: int, expression: Expression, span: Span, state: NumericState
    ) -> NumericState | None:
        """The value of the expression lies there."""
        match expression:
            case Convert(operand, type):
                inner, outer = self.span(node, operand, state), span_of(type)
                if inner is not None and outer is not None and inner.is_inside(outer):
                    return self._within(node, operand, span, state)
            case Read(VariablePlace(variable) as place) if is_register(place):
                register = self.walk.frame(node).number, variable.name
                whole = span_of(expression.type)
                known = meet(state.registers.get(register) or whole or span, span)
                if known is None:
                    return None
                state = replace(state, registers={**state.registers, register: known})
                cell = state.copies.get(register)
                return state if cell is None else self._holds(node, cell, known, state)
            case Read(place):
                found = self._memory(node, place, state)
                if found is not None and found[1] is not None:
                    known = meet(found[0], span)
                    return None if known is None else replace(state, cells={**state.cells, found[1]: known})
        return state

    def _holds(self, node: int, cell: IntegerCell, span: Span, state: NumericState) -> NumericState | None:
        """Nobody has written to the cell since it was read."""
        known = state.cells.get(cell)
        both = span if known is None else meet(known, span)
        return None if both is None else replace(state, cells={**state.cells, cell: both})


def _shifted(area: Area | None, by: Span | None) -> Area | None:
    if area is None or by is None:
        return None
    return Area(area.variable, Span(area.offset.lo + by.lo, area.offset.hi + by.hi))

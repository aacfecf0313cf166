"""What is known where a condition holds: `assumed`."""

from __future__ import annotations

from unthread.program.build.simplify import truth_of
from unthread.program.expressions import (
    Binary,
    BinaryOperator,
    Conditional,
    Constant,
    Convert,
    Expression,
    Read,
    Unary,
    UnaryOperator,
    VariablePlace,
    is_register,
)
from unthread.program.types import BoolType, FloatType, size_of, value_type
from unthread.proof.situations import Key, KnownFacts, with_value
from unthread.proof.values import Handle, KnownEvaluator, Nonzero, Number, Register, truth


def assumed(
    evaluator: KnownEvaluator, condition: Expression, wanted: bool, key: Key, known: KnownFacts, frame: int
) -> tuple[Key, KnownFacts] | None:
    """The situation in which the condition is what is wanted; None if that cannot be."""
    value = evaluator.value(condition, known.values, frame)
    is_true = truth(value)
    if is_true is not None and is_true != wanted:
        return None
    match condition:
        case Unary(UnaryOperator.NOT, operand):
            return assumed(evaluator, operand, not wanted, key, known, frame)
        case Conditional(test, then, otherwise) if wanted and truth_of(otherwise) is False:
            first = assumed(evaluator, test, True, key, known, frame)
            return first and assumed(evaluator, then, True, *first, frame)
        case Conditional(test, then, otherwise) if not wanted and truth_of(then) is True:
            first = assumed(evaluator, test, False, key, known, frame)
            return first and assumed(evaluator, otherwise, False, *first, frame)
        case Binary(BinaryOperator.EQUAL | BinaryOperator.NOT_EQUAL as operator, left, Constant(int(c))):
            is_equal = (operator is BinaryOperator.EQUAL) == wanted
            if c == 0:
                return assumed(evaluator, left, not is_equal, key, known, frame)
            if is_equal and isinstance(left, Read) and (register := register_of(left, frame)):
                return key, with_value(known, register, Number(c))
        case Convert(operand, kind) if isinstance(value_type(kind), BoolType) or (
            not isinstance(value_type(operand.type), FloatType) and size_of(kind) >= size_of(operand.type)
        ):
            return assumed(evaluator, operand, wanted, key, known, frame)
        case Read() if (register := register_of(condition, frame)) and (
            value is None or isinstance(value, Handle)
        ):
            if not isinstance(value_type(condition.type), FloatType):
                return key, with_value(known, register, Nonzero() if wanted else Number(0))
    return key, known


def register_of(expression: Expression, frame: int) -> Register | None:
    match expression:
        case Read(VariablePlace(variable) as place) if is_register(place):
            return frame, variable.name
    return None

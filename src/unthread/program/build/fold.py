"""Building expressions: conversions and operators on constants are carried out at once.

Folding never hides a violation: an operation that overflows or divides by zero is left as it is.
"""

from __future__ import annotations

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
    Place,
    PointerAdd,
    Unary,
    UnaryOperator,
)
from unthread.program.types import (
    INT,
    ArrayType,
    BoolType,
    FloatType,
    IntType,
    PointerType,
    Type,
    bits_of,
    is_signed,
    value_range,
)

_NEGATED = {
    BinaryOperator.EQUAL: BinaryOperator.NOT_EQUAL,
    BinaryOperator.NOT_EQUAL: BinaryOperator.EQUAL,
    BinaryOperator.LESS: BinaryOperator.GREATER_EQUAL,
    BinaryOperator.LESS_EQUAL: BinaryOperator.GREATER,
    BinaryOperator.GREATER: BinaryOperator.LESS_EQUAL,
    BinaryOperator.GREATER_EQUAL: BinaryOperator.LESS,
}


def wrap(value: int, type: Type) -> int:
    """The value of an integer type that is congruent to `value`; for `_Bool`, whether it is not zero."""
    if isinstance(type, BoolType):
        return int(value != 0)
    bits = bits_of(type)
    value &= (1 << bits) - 1
    if is_signed(type) and value >> (bits - 1):
        value -= 1 << bits
    return value


def integer(value: int, type: Type = INT) -> Constant:
    return Constant(wrap(value, type), type)


def convert(operand: Expression, type: Type) -> Expression:
    if operand.type == type:
        return operand
    match operand:
        case Constant(int() as value) if isinstance(type, BoolType | IntType | PointerType):
            return Constant(wrap(value, type), type)
        case Constant(int() as value) if (
            isinstance(type, FloatType) and type.bits == 64 and abs(value) < 1 << 53
        ):
            return Constant(float(value), type)
        case Convert(inner) if _is_widening(inner.type, operand.type) and _is_widening(operand.type, type):
            return convert(inner, type)
        case _:
            return Convert(operand, type)


def _is_widening(narrow: Type, wide: Type) -> bool:
    """Every value of `narrow` is a value of `wide`."""
    if not isinstance(narrow, BoolType | IntType) or not isinstance(wide, IntType):
        return False
    least, greatest = value_range(narrow)
    return value_range(wide)[0] <= least and greatest <= value_range(wide)[1]


def negation(condition: Expression) -> Expression:
    """An expression that is zero where `condition` is not, and vice versa."""
    match condition:
        case Unary(UnaryOperator.NOT, operand):
            return operand
        case Binary(operator, left, right, type) if operator in COMPARISONS:
            exact = operator in (BinaryOperator.EQUAL, BinaryOperator.NOT_EQUAL)
            if exact or not isinstance(left.type, FloatType):
                return Binary(_NEGATED[operator], left, right, type)
        case Constant(int() as value):
            return integer(int(value == 0))
    return Unary(UnaryOperator.NOT, condition, INT)


def as_condition(expression: Expression) -> Expression:
    """Something simpler that is zero exactly where the expression is."""
    match expression:
        case Conditional(test, Constant(1), Constant(0)):
            return as_condition(test)
        case Conditional(test, Constant(0), Constant(1)):
            return negation(as_condition(test))
        case Unary(UnaryOperator.NOT, Unary(UnaryOperator.NOT, operand)):
            return as_condition(operand)
        case Convert(operand, BoolType()):
            return as_condition(operand)
        case _:
            return expression


def truth(condition: Expression) -> Expression:
    """0 or 1 of type int."""
    match condition:
        case Binary(operator) if operator in COMPARISONS:
            return condition
        case Unary(UnaryOperator.NOT):
            return condition
        case Constant(int() as value):
            return integer(int(value != 0))
        case Conditional(_, then, otherwise, type) if (
            type == INT and truth(then) == then and truth(otherwise) == otherwise
        ):
            return condition
        case _:
            return Unary(UnaryOperator.NOT, Unary(UnaryOperator.NOT, condition, INT), INT)


def unary(operator: UnaryOperator, operand: Expression, type: Type) -> Expression:
    if isinstance(operand, Constant) and isinstance(operand.value, int) and isinstance(type, IntType):
        match operator:
            case UnaryOperator.NEGATE:
                if not type.signed or -operand.value <= value_range(type)[1]:
                    return Constant(wrap(-operand.value, type), type)
            case UnaryOperator.COMPLEMENT:
                return Constant(wrap(~operand.value, type), type)
            case UnaryOperator.NOT:
                return integer(int(operand.value == 0))
            case _:
                pass
    if operator is UnaryOperator.NOT:
        return truth(negation(operand))
    return Unary(operator, operand, type)


def binary(operator: BinaryOperator, left: Expression, right: Expression, type: Type) -> Expression:
    if isinstance(left, Constant) and isinstance(right, Constant) and isinstance(type, IntType):
        a, b = left.value, right.value
        if isinstance(a, int) and isinstance(b, int):
            value = _compute(operator, a, b, type)
            if value is not None:
                return Constant(value, type)
    return Binary(operator, left, right, type)


def _compute(operator: BinaryOperator, a: int, b: int, type: IntType) -> int | None:
    match operator:
        case BinaryOperator.ADD:
            value = a + b
        case BinaryOperator.SUBTRACT:
            value = a - b
        case BinaryOperator.MULTIPLY:
            value = a * b
        case BinaryOperator.AND:
            value = a & b
        case BinaryOperator.OR:
            value = a | b
        case BinaryOperator.XOR:
            value = a ^ b
        case BinaryOperator.SHIFT_LEFT if 0 <= b < type.bits and a >= 0:
            value = a << b
        case BinaryOperator.SHIFT_RIGHT if 0 <= b < type.bits:
            value = a >> b
        case BinaryOperator.EQUAL:
            value = int(a == b)
        case BinaryOperator.NOT_EQUAL:
            value = int(a != b)
        case BinaryOperator.LESS:
            value = int(a < b)
        case BinaryOperator.LESS_EQUAL:
            value = int(a <= b)
        case BinaryOperator.GREATER:
            value = int(a > b)
        case BinaryOperator.GREATER_EQUAL:
            value = int(a >= b)
        case _:
            return None
    wrapped = wrap(value, type)
    return wrapped if wrapped == value or not type.signed else None


def dereference(pointer: Expression, type: Type) -> Place:
    """`*pointer`; the object itself where the pointer is its address."""
    match pointer:
        case AddressOf(place) if place.type == type:
            return place
        case PointerAdd(AddressOf(Element(base, Constant(0))), index, _) if (
            isinstance(base.type, ArrayType) and base.type.element == type
        ):
            return Element(base, index)
        case _:
            return Dereference(pointer, type)

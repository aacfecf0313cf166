"""Texts of expressions with their types, and how tightly operators bind: `Text`."""

from __future__ import annotations

from unthread.core.records import dataclass
from unthread.program.expressions import (
    BinaryOperator,
    UnaryOperator,
)
from unthread.program.text.c_types import (
    promoted_type,
)
from unthread.program.types import (
    BOOL,
    VOID,
    FloatType,
    IntType,
    PointerType,
    Type,
)

PRECEDENCE = {
    BinaryOperator.MULTIPLY: 13,
    BinaryOperator.DIVIDE: 13,
    BinaryOperator.REMAINDER: 13,
    BinaryOperator.ADD: 12,
    BinaryOperator.SUBTRACT: 12,
    BinaryOperator.SHIFT_LEFT: 11,
    BinaryOperator.SHIFT_RIGHT: 11,
    BinaryOperator.LESS: 10,
    BinaryOperator.LESS_EQUAL: 10,
    BinaryOperator.GREATER: 10,
    BinaryOperator.GREATER_EQUAL: 10,
    BinaryOperator.EQUAL: 9,
    BinaryOperator.NOT_EQUAL: 9,
    BinaryOperator.AND: 8,
    BinaryOperator.XOR: 7,
    BinaryOperator.OR: 6,
}


SUM = PRECEDENCE[BinaryOperator.ADD]


PRODUCT = PRECEDENCE[BinaryOperator.MULTIPLY]


SHIFTS = (BinaryOperator.SHIFT_LEFT, BinaryOperator.SHIFT_RIGHT)


PREFIX = (UnaryOperator.NEGATE, UnaryOperator.COMPLEMENT)


@dataclass(frozen=True, slots=True)
class Text:
    """Text of an expression: how tightly it binds, and the type that C sees in it."""

    text: str
    precedence: int
    type: Type

    def at(self, precedence: int) -> str:
        """In parentheses if it binds less tightly than that."""
        return self.text if self.precedence >= precedence else f"({self.text})"


def integer_bits(type: Type) -> int:
    return type.bits if isinstance(type, IntType) else 1 if type == BOOL else 64


def common_type(left: Text, right: Text) -> Type | None:
    """The type that C converts two operands to; None where it would refuse or warn."""
    one, other = promoted_type(left.type), promoted_type(right.type)
    if isinstance(one, PointerType) or isinstance(other, PointerType):
        return common_pointer(left, right)
    if isinstance(one, FloatType) or isinstance(other, FloatType):
        floats = [type for type in (one, other) if isinstance(type, FloatType)]
        return max(floats, key=lambda type: type.bits)
    if not (isinstance(one, IntType) and isinstance(other, IntType)):
        return None
    bits = max(one.bits, other.bits)
    return IntType(bits, all(type.signed for type in (one, other) if type.bits == bits))


def common_pointer(left: Text, right: Text) -> Type | None:
    if right.text == "0":
        return left.type
    if left.text == "0":
        return right.type
    return left.type if left.type == right.type else None


def converts_silently(text: Text, type: Type) -> bool:
    """C assigns the text to an object of the type without a cast."""
    source, target = text.type, type
    if isinstance(target, PointerType):
        if text.text == "0":
            return True
        return isinstance(source, PointerType) and (
            source == target or VOID in (source.target, target.target)
        )
    if isinstance(source, PointerType):
        return target == BOOL
    return True

"""Integer promotions and the usual arithmetic conversions (C11 6.3.1.1 and 6.3.1.8).

Clang writes these conversions into its tree, except inside compound assignments and `++`. `may_go_wrong`:
whether arithmetic is defined for all values.
"""

from __future__ import annotations

from collections.abc import Sequence

from unthread.program.build.fold import binary, convert, integer
from unthread.program.expressions import (
    COMPARISONS,
    Binary,
    BinaryOperator,
    Conditional,
    Expression,
    Unary,
    UnaryOperator,
    operands,
)
from unthread.program.types import INT, UINT, BoolType, FloatType, IntType, Type

_BITWISE = frozenset({BinaryOperator.AND, BinaryOperator.OR, BinaryOperator.XOR})


def promoted(type: Type) -> Type:
    match type:
        case BoolType():
            return INT
        case IntType(bits, signed) if bits < 32 or (bits == 32 and signed):
            return INT
        case IntType(bits) if bits == 32:
            return UINT
        case _:
            return type


def promote(value: Expression) -> Expression:
    return convert(value, promoted(value.type))


def arithmetic_type(left: Type, right: Type) -> Type:
    """The type in which `left op right` is computed. Width and sign decide; the rank between types of
    one width never changes the result's width or sign."""
    floats = [type for type in (left, right) if isinstance(type, FloatType)]
    if floats:
        return max(floats, key=lambda type: type.bits)
    a, b = promoted(left), promoted(right)
    if not isinstance(a, IntType) or not isinstance(b, IntType):
        return a
    if a.bits != b.bits:
        return a if a.bits > b.bits else b
    return b if a.signed else a


WRAPPING = frozenset(
    {BinaryOperator.ADD, BinaryOperator.SUBTRACT, BinaryOperator.MULTIPLY, BinaryOperator.SHIFT_LEFT}
)
_WRAPS = {
    "-fwrapv": True,
    "-fno-strict-overflow": True,
    "-fno-wrapv": False,
    "-fstrict-overflow": False,
    "-ftrapv": False,
}


def wraps(flags: Sequence[str]) -> bool:
    """Signed overflow is defined: the last flag that speaks of it counts."""
    return next((_WRAPS[flag] for flag in reversed(flags) if flag in _WRAPS), False)


def wrapped(operator: BinaryOperator, a: Expression, b: Expression, kind: IntType) -> Expression:
    """The operation in two's complement: that of unsigned operands. The amount of a shift stays."""
    unsigned = IntType(kind.bits, signed=False)
    right = b if operator is BinaryOperator.SHIFT_LEFT else convert(b, unsigned)
    return convert(binary(operator, convert(a, unsigned), right, unsigned), kind)


_WITHIN_PAGE = (
    0x1010  # where each object starts for a narrow integer; has bits for every width, and is aligned
)


def narrow_pointer(pointer: Expression, kind: Type, full: IntType) -> Expression:
    """A pointer in an integer with fewer bits. Our objects lie 4 GiB apart (docs/decisions/0003), so that the
    low bits of their addresses are zero, as those of null are, and those of hardly any object of a real
    process. Null and numbers that travel in pointers keep their value: these are within 32 bits, signed or
    not, where no object is. `pointer` is computed several times."""
    address = convert(pointer, full)
    first, last = 1 << 32, (1 << full.bits) - (1 << 31)
    beyond = binary(BinaryOperator.SUBTRACT, address, integer(first, full), full)
    is_object = binary(BinaryOperator.LESS, beyond, integer(last - first, full), INT)
    within = binary(BinaryOperator.ADD, address, integer(_WITHIN_PAGE, full), full)
    return Conditional(is_object, convert(within, kind), convert(address, kind), kind)


def may_go_wrong(expression: Expression) -> bool:
    """Some arithmetic in it is not defined for all values."""
    match expression:
        case Binary(operator) if operator not in COMPARISONS and operator not in _BITWISE:
            return True
        case Unary(UnaryOperator.NEGATE):
            return True
        case _:
            return any(map(may_go_wrong, operands(expression)))

"""Integer promotions and the usual arithmetic conversions (C11 6.3.1.1 and 6.3.1.8).

Clang writes these conversions into its tree, except inside compound assignments and `++`.
"""

from __future__ import annotations

from unthread.program.expressions import Expression
from unthread.program.fold import convert
from unthread.program.types import INT, UINT, BoolType, FloatType, IntType, Type


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

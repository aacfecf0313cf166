"""Expressions and places: pure and typed.

An `Expression` has a scalar value and no effect. A `Place` says where an object lies. The only
expression that looks at memory is `Read` of a place that is not a register.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from enum import StrEnum
from typing import TypeAlias

from unthread.core.floats import Extended
from unthread.core.records import dataclass
from unthread.core.source import NOWHERE, Loc
from unthread.program.types import (
    ArrayType,
    Field,
    PointerType,
    Type,
    VariableArrayType,
    value_type,
)

TEMPORARY = "%"  # ends the names of registers that the user has not named


class Storage(StrEnum):
    GLOBAL = "global"  # static storage duration: also static locals and string literals
    THREAD = "thread"  # one object for each thread
    LOCAL = "local"  # an object in a function's frame
    REGISTER = "register"  # a scalar of a frame whose address is never taken: parameters, temporaries


@dataclass(frozen=True, slots=True)
class Variable:
    """`name` is unique in the program and identifies the variable; `text` is what the user wrote."""

    name: str
    type: Type = field(compare=False)
    storage: Storage = field(compare=False)
    text: str = field(default="", compare=False)
    loc: Loc = field(default=NOWHERE, compare=False)
    escapes: bool = field(default=False, compare=False)  # a LOCAL whose address is taken

    @property
    def is_temporary(self) -> bool:
        """The user has not named it."""
        return self.name.endswith(TEMPORARY)


@dataclass(frozen=True, slots=True)
class VariablePlace:
    variable: Variable

    @property
    def type(self) -> Type:
        return self.variable.type


@dataclass(frozen=True, slots=True)
class Dereference:
    """`*pointer`, seen as an object of `type`."""

    pointer: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Member:
    """`base.field`."""

    base: Place
    field: Field

    @property
    def type(self) -> Type:
        return self.field.type


@dataclass(frozen=True, slots=True)
class Element:
    """`base[index]` of an array object; `index` has a (signed or unsigned) pointer-wide integer type."""

    base: Place
    index: Expression

    @property
    def type(self) -> Type:
        array = self.base.type
        assert isinstance(array, ArrayType | VariableArrayType), "only arrays have elements"
        return array.element


Place: TypeAlias = VariablePlace | Dereference | Member | Element


@dataclass(frozen=True, slots=True)
class Constant:
    """An integer or address (int, within the range of its type), or a number of a floating type."""

    value: int | float | Extended
    type: Type


@dataclass(frozen=True, slots=True)
class Read:
    """The value in a scalar place."""

    place: Place

    @property
    def type(self) -> Type:
        return value_type(self.place.type)


@dataclass(frozen=True, slots=True)
class AddressOf:
    place: Place
    type: PointerType


@dataclass(frozen=True, slots=True)
class FunctionAddress:
    name: str
    type: PointerType


class UnaryOperator(StrEnum):
    NEGATE = "-"
    COMPLEMENT = "~"
    NOT = "!"  # of any scalar, gives int
    LEADING_ZEROS = "clz"  # of zero: the width
    TRAILING_ZEROS = "ctz"  # of zero: the width
    ONES = "popcount"
    SWAP_BYTES = "bswap"
    ABSOLUTE = "fabs"
    ROOT = "sqrt"
    IS_NAN = "isnan"  # gives int
    IS_INFINITE = "isinf"  # gives int, 1 for both signs
    SIGN_BIT = "signbit"  # gives int


@dataclass(frozen=True, slots=True)
class Unary:
    operator: UnaryOperator
    operand: Expression
    type: Type


class BinaryOperator(StrEnum):
    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"
    DIVIDE = "/"
    REMAINDER = "%"
    SHIFT_LEFT = "<<"
    SHIFT_RIGHT = ">>"
    AND = "&"
    OR = "|"
    XOR = "^"
    EQUAL = "=="
    NOT_EQUAL = "!="
    LESS = "<"
    LESS_EQUAL = "<="
    GREATER = ">"
    GREATER_EQUAL = ">="


COMPARISONS = frozenset(
    {
        BinaryOperator.EQUAL,
        BinaryOperator.NOT_EQUAL,
        BinaryOperator.LESS,
        BinaryOperator.LESS_EQUAL,
        BinaryOperator.GREATER,
        BinaryOperator.GREATER_EQUAL,
    }
)


@dataclass(frozen=True, slots=True)
class Binary:
    """Both operands have one type (for shifts: the left one has the result's type, the right one any
    integer type); comparisons give int, the others the operands' type. On signed integers a result
    outside the type is an `arith` violation where that property is checked and wraps where not; so are
    division by zero, shifts by a negative or too large amount, and left shifts of negative numbers and those
    whose result is outside the type. Comparisons also take pointers."""

    operator: BinaryOperator
    left: Expression
    right: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class PointerAdd:
    """`pointer` moved by `index` times `scale` bytes; `index` has a pointer-wide integer type."""

    pointer: Expression
    index: Expression
    scale: Expression
    type: PointerType


@dataclass(frozen=True, slots=True)
class PointerDifference:
    """(left - right) / scale, a signed pointer-wide integer."""

    left: Expression
    right: Expression
    scale: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Convert:
    """C conversion of a scalar: wraps into integers, tests against zero for `_Bool`, rounds to
    nearest for floating types, truncates from floating to integer."""

    operand: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class Conditional:
    """`test ? then : otherwise`; only the chosen side is evaluated."""

    test: Expression
    then: Expression
    otherwise: Expression
    type: Type


@dataclass(frozen=True, slots=True)
class ThreadSelf:
    """Number of the running thread, 0 for main."""

    type: Type


@dataclass(frozen=True, slots=True)
class ObjectSize:
    """Size of the object that a pointer points into; 0 when it points into none."""

    pointer: Expression
    type: Type


Expression: TypeAlias = (
    Constant
    | Read
    | AddressOf
    | FunctionAddress
    | Unary
    | Binary
    | PointerAdd
    | PointerDifference
    | Convert
    | Conditional
    | ThreadSelf
    | ObjectSize
)


def operands(expression: Expression) -> tuple[Expression, ...]:
    """The expressions directly inside, those inside its places included. Asked very often: the most frequent
    kinds come first."""
    match expression:
        case Read(place):
            return place_operands(place)
        case Constant():
            return ()
        case Binary(_, left, right):
            return (left, right)
        case Convert(operand) | Unary(_, operand) | ObjectSize(operand):
            return (operand,)
        case AddressOf(place):
            return place_operands(place)
        case FunctionAddress() | ThreadSelf():
            return ()
        case PointerAdd(pointer, index, scale) | PointerDifference(pointer, index, scale):
            return (pointer, index, scale)
        case Conditional(test, then, otherwise):
            return (test, then, otherwise)


def place_operands(place: Place) -> tuple[Expression, ...]:
    match place:
        case VariablePlace():
            return ()
        case Dereference(pointer):
            return (pointer,)
        case Member(base):
            return place_operands(base)
        case Element(base, index):
            return (*place_operands(base), index)


def root(place: Place) -> VariablePlace | Dereference:
    """What the place is a part of: a variable, or the target of a pointer."""
    while isinstance(place, Member | Element):
        place = place.base
    return place


def is_register(place: Place) -> bool:
    return isinstance(place, VariablePlace) and place.variable.storage is Storage.REGISTER


def reads(expression: Expression) -> Iterator[Place]:
    """Every place that evaluating the expression may read, registers included, innermost first."""
    if isinstance(expression, Constant):
        return
    for operand in operands(expression):
        yield from reads(operand)
    if isinstance(expression, Read):
        yield expression.place


def memory_reads(expression: Expression) -> list[Place]:
    return [place for place in reads(expression) if not is_register(place)]


def read_register(variable: Variable) -> Read:
    return Read(VariablePlace(variable))

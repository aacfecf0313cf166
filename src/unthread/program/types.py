"""C types after resolving typedefs and dropping `const` and `volatile`.

Sizes are bytes of the chosen data model. Record layouts come from clang; nothing here computes one.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, TypeAlias

from unthread.core.records import dataclass

if TYPE_CHECKING:
    from unthread.program.expressions import Expression


@dataclass(frozen=True, slots=True)
class VoidType:
    pass


@dataclass(frozen=True, slots=True)
class BoolType:
    """`_Bool`: one byte that holds 0 or 1; conversion to it tests against zero."""


@dataclass(frozen=True, slots=True)
class IntType:
    """Any other integer type, enums included. `bits` is free: bit-fields have odd widths. `labels` are the
    names of an enumeration's values; `is_thread`: it is the handle of a thread. Both are for reports only."""

    bits: int
    signed: bool
    name: str = field(default="", compare=False)
    labels: tuple[tuple[int, str], ...] = field(default=(), compare=False)
    is_thread: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class FloatType:
    """IEEE binary32 (bits 32), binary64 (64), or x87 extended precision (80).

    `size` is what it takes in memory: 4, 8, and 16 or 12 for extended precision.
    """

    bits: int
    size: int


@dataclass(frozen=True, slots=True)
class PointerType:
    target: Type
    size: int = 8


@dataclass(frozen=True, slots=True)
class ArrayType:
    """`count` is 0 for a flexible array member and for an array of unknown length."""

    element: Type
    count: int


@dataclass(frozen=True, slots=True)
class VariableArrayType:
    """An array whose `count` is a register that was set where the array type was declared."""

    element: Type
    count: Expression


@dataclass(frozen=True, slots=True)
class FunctionType:
    result: Type
    parameters: tuple[Type, ...]
    variadic: bool = False
    prototyped: bool = True  # False for `f()`: any arguments may be given


@dataclass(frozen=True, slots=True)
class AtomicType:
    """`_Atomic(value)`: says of an object that each access to it is atomic. Values never have this type.
    `volatile`: the object is volatile and counts as atomic (--volatile-is-atomic): to update it takes two
    accesses, and nothing orders them with those to other objects."""

    value: Type
    volatile: bool = False


@dataclass(frozen=True, slots=True)
class Field:
    """A member of a record. A bit-field has `bit_width`, counts its `bit_offset` from bit 0 of byte
    `offset` (little endian), and has a type of exactly its width. `before` and `after` are the bits of its
    neighbours: C counts bit-fields next to each other as one memory location, which threads race for.
    Bit-fields have names; one without is a unit, a whole word of some of them, which no record lists."""

    name: str
    type: Type
    offset: int
    bit_offset: int = 0
    bit_width: int | None = None
    before: int = 0
    after: int = 0

    @property
    def is_unit(self) -> bool:
        return not self.name and self.bit_width is not None


@dataclass(slots=True, eq=False)
class RecordType:
    """A struct or union. Compared by identity; `fields` and `size` are filled in once, by the front end,
    because records refer to themselves. Anonymous members stay members, with an empty name."""

    tag: str
    is_union: bool
    fields: tuple[Field, ...] = ()
    size: int = 0
    complete: bool = False

    def __repr__(self) -> str:
        return f"RecordType({'union' if self.is_union else 'struct'} {self.tag})"


Type: TypeAlias = (
    VoidType
    | BoolType
    | IntType
    | FloatType
    | PointerType
    | ArrayType
    | VariableArrayType
    | FunctionType
    | AtomicType
    | RecordType
)

Scalar: TypeAlias = BoolType | IntType | FloatType | PointerType

VOID = VoidType()
BOOL = BoolType()
CHAR = IntType(8, True, "char")
UCHAR = IntType(8, False, "unsigned char")
INT = IntType(32, True, "int")
UINT = IntType(32, False, "unsigned int")


def size_of(type: Type) -> int:
    """Bytes that an object of this type takes. Variable-length arrays have no fixed size."""
    match type:
        case BoolType():
            return 1
        case IntType(bits):
            return (bits + 7) // 8
        case FloatType(_, size) | PointerType(_, size):
            return size
        case ArrayType(element, count):
            return size_of(element) * count
        case AtomicType(value):
            return size_of(value)
        case RecordType():
            return type.size
        case VoidType() | FunctionType():
            return 1  # GNU: arithmetic on void and function pointers counts bytes
        case VariableArrayType():
            raise AssertionError("a variable-length array has no constant size")


def is_scalar(type: Type) -> bool:
    return isinstance(type, BoolType | IntType | FloatType | PointerType)


def value_type(type: Type) -> Type:
    """The type of the value read from an object of this type."""
    return type.value if isinstance(type, AtomicType) else type


def without_volatile(type: Type) -> Type:
    """The type that an object, or the elements of an array, would have if it were not volatile."""
    match type:
        case AtomicType(value, volatile=True):
            return value
        case ArrayType(element, count):
            return ArrayType(without_volatile(element), count)
        case _:
            return type


def is_signed(type: Type) -> bool:
    return isinstance(type, IntType) and type.signed


def bits_of(type: Type) -> int:
    """Width of an integer or pointer value."""
    match type:
        case BoolType():
            return 1
        case IntType(bits):
            return bits
        case PointerType(_, size):
            return size * 8
        case _:
            raise AssertionError(f"{type} is not an integer type")


def value_range(type: Type) -> tuple[int, int]:
    """Least and greatest value of an integer, `_Bool` or pointer type."""
    bits = bits_of(type)
    if is_signed(type):
        return -(1 << (bits - 1)), (1 << (bits - 1)) - 1
    return 0, (1 << bits) - 1

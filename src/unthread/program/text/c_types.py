"""C types as C writes them, and C's own rules about them.

In: a type, and for declarations a name. Out: exact C text (`declare`, `type_name`), and what C does to
values of a type by itself: promotions, steps of pointers, conversions that change no value.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from unthread.program.expressions import Constant, Expression
from unthread.program.types import (
    INT,
    ArrayType,
    AtomicType,
    BoolType,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    Type,
    VariableArrayType,
    VoidType,
    size_of,
    value_range,
)

_INTEGER_NAMES = {8: "char", 16: "short", 32: "int", 64: "long long", 128: "__int128"}


Tags = Mapping[RecordType, str]  # what records are called that are not called by their own tag
_NO_TAGS: Tags = MappingProxyType({})


def type_name(type: Type, tags: Tags = _NO_TAGS) -> str:
    """The type as C writes it: `unsigned int`, `struct node *`, `int (*)[4]`."""
    return declare(type, "", tags)


def declare(type: Type, name: str, tags: Tags = _NO_TAGS) -> str:
    """A declaration of `name` without its semicolon: `int (*name)[4]`. An empty name gives the type's."""
    specifier, declarator = declarator_of(type, name, tags)
    return f"{specifier} {declarator}" if declarator else specifier


def declarator_of(type: Type, inner: str, tags: Tags = _NO_TAGS) -> tuple[str, str]:
    """The specifier at the left, and the declarator around `inner`."""
    match type:
        case PointerType(target):
            inner = f"*{inner}"
            if isinstance(target, ArrayType | VariableArrayType | FunctionType):
                inner = f"({inner})"
            return declarator_of(target, inner, tags)
        case ArrayType(element, count):
            return declarator_of(element, f"{inner}[{count or ''}]", tags)
        case VariableArrayType(element, count):
            return declarator_of(element, f"{inner}[{_length(count)}]", tags)
        case FunctionType(result):
            return declarator_of(result, f"{inner}({_parameters(type, tags)})", tags)
        case VoidType():
            return "void", inner
        case BoolType():
            return "_Bool", inner
        case IntType():
            return _integer_name(type), inner
        case FloatType(bits):
            return {32: "float", 64: "double", 80: "long double"}[bits], inner
        case AtomicType(PointerType() as value, volatile=True):
            return declarator_of(value, f"volatile {inner}".strip(), tags)
        case AtomicType(value, volatile=True):
            return f"volatile {type_name(value, tags)}", inner
        case AtomicType(value):
            return f"_Atomic({type_name(value, tags)})", inner
        case RecordType(tag, is_union):
            return f"{'union' if is_union else 'struct'} {tags.get(type, tag)}", inner


def _length(count: Expression) -> str:
    # Types hold expressions and casts in expressions hold types, so the two modules need each other.
    from unthread.program.text.writer import Writer

    return Writer().exact(count).text


def _parameters(type: FunctionType, tags: Tags) -> str:
    if not type.prototyped:
        return ""
    names = [type_name(parameter, tags) for parameter in type.parameters] + ["..."] * type.variadic
    return ", ".join(names) or "void"


def _integer_name(type: IntType) -> str:
    if type.name:
        return type.name
    if type.bits not in _INTEGER_NAMES:
        return f"{'' if type.signed else 'unsigned '}_BitInt({type.bits})"
    sign = "" if type.signed else "unsigned "
    if type.signed and type.bits == 8:
        sign = "signed "  # whether plain char is signed depends on the platform
    return sign + _INTEGER_NAMES[type.bits]


def target_of(type: Type) -> Type | None:
    return type.target if isinstance(type, PointerType) else None


def has_scale(type: Type, scale: Expression) -> bool:
    """Pointers of this type move in steps of `scale` bytes."""
    target = target_of(type)
    if target is None:
        return False
    if isinstance(target, VariableArrayType) or not isinstance(scale, Constant):
        return _is_variable(target) and not isinstance(scale, Constant)
    return not _is_variable(target) and size_of(target) == scale.value


def _is_variable(type: Type) -> bool:
    while isinstance(type, ArrayType):
        type = type.element
    return isinstance(type, VariableArrayType)


def is_widening(source: Type, target: Type) -> bool:
    """A conversion between integers that changes no value."""
    if not (isinstance(source, BoolType | IntType) and isinstance(target, BoolType | IntType)):
        return False
    least, greatest = value_range(source)
    lower, upper = value_range(target)
    return lower <= least and greatest <= upper


def promoted_type(type: Type) -> Type:
    """C's integer promotions."""
    match type:
        case BoolType():
            return INT
        case IntType(bits, signed) if bits < 32 or (bits == 32 and signed):
            return INT
        case _:
            return type

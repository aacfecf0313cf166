"""What a parameter of a C function can be given, by its type: `Shape`.

In: clang's types. Out: a number of some type, a string, an object that a pointer points to, a record, or why
unthread cannot make up a value.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from unthread.core.records import dataclass
from unthread.frontend import clang
from unthread.frontend.clang import ClangType, Cursor, CursorKind, LinkageKind, TypeKind, Unit
from unthread.frontend.declared_by_hand import LIBRARY_TYPES

ARRAYS = (TypeKind.CONSTANTARRAY, TypeKind.INCOMPLETEARRAY, TypeKind.VARIABLEARRAY)
_INTEGERS = (
    *(TypeKind.BOOL, TypeKind.CHAR_S, TypeKind.CHAR_U, TypeKind.SCHAR, TypeKind.UCHAR, TypeKind.SHORT),
    *(TypeKind.USHORT, TypeKind.INT, TypeKind.UINT, TypeKind.LONG, TypeKind.ULONG, TypeKind.LONGLONG),
    *(
        TypeKind.ULONGLONG,
        TypeKind.INT128,
        TypeKind.UINT128,
        TypeKind.WCHAR,
        TypeKind.CHAR16,
        TypeKind.CHAR32,
    ),
)
_FLOATS = (TypeKind.FLOAT, TypeKind.DOUBLE, TypeKind.LONGDOUBLE)
_FUNCTIONS = (TypeKind.FUNCTIONPROTO, TypeKind.FUNCTIONNOPROTO)
_QUALIFIERS = ("const ", "volatile ", "restrict ", "__restrict ")


@dataclass(frozen=True, slots=True)
class Scalar:
    """Any value of a type; of an enumeration, one of `names`."""

    spelling: str
    names: tuple[str, ...] = ()
    is_floating: bool = False


@dataclass(frozen=True, slots=True)
class String:
    """A pointer to characters that end with a zero."""

    is_const: bool


@dataclass(frozen=True, slots=True)
class Pointed:
    """A pointer to an object of a known type."""

    target: ClangType
    spelling: str  # of the target, without qualifiers
    is_const: bool


@dataclass(frozen=True, slots=True)
class WholeRecord:
    """A record by value."""

    type: ClangType
    spelling: str


@dataclass(frozen=True, slots=True)
class Anything:
    """A pointer that may point to anything: `void *`."""

    is_const: bool


@dataclass(frozen=True, slots=True)
class RefusedShape:
    """No value can be made up: `why` completes "parameter 'x' ..."."""

    why: str


Shape: TypeAlias = Scalar | String | Pointed | WholeRecord | Anything | RefusedShape


def shape_of(kind: ClangType) -> Shape:
    canonical = kind.get_canonical()
    if canonical.kind in ARRAYS:
        written = kind if kind.kind in ARRAYS else canonical
        return _pointer(canonical.element_type, written.element_type)
    if canonical.kind == TypeKind.POINTER:
        pointee = kind.get_pointee()
        return _pointer(
            canonical.get_pointee(), pointee if pointee.kind != TypeKind.INVALID else canonical.get_pointee()
        )
    if canonical.kind == TypeKind.ENUM:
        return _enumeration(canonical, plain_spelling(kind))
    if canonical.kind in _INTEGERS or canonical.kind in _FLOATS:
        return Scalar(plain_spelling(kind), is_floating=canonical.kind in _FLOATS)
    if canonical.kind in _FUNCTIONS:
        return RefusedShape("is a function")
    if canonical.kind != TypeKind.RECORD:
        return RefusedShape(f"has type '{kind.spelling}'")
    reason = _unusable(canonical, kind.spelling)
    return RefusedShape(f"has {reason}") if reason else WholeRecord(canonical, plain_spelling(kind))


def _enumeration(canonical: ClangType, spelling: str) -> Shape:
    constants = clang.children(canonical.get_declaration())
    names = tuple(item.spelling for item in constants if item.kind == CursorKind.ENUM_CONSTANT_DECL)
    return Scalar("int" if _is_nameless(spelling) else spelling, names)


def _pointer(target: ClangType, written: ClangType) -> Shape:
    """`written` is the target as the program names it."""
    is_const = target.is_const_qualified()
    if target.kind == TypeKind.VOID:
        return Anything(is_const)
    if target.kind in _FUNCTIONS:
        return RefusedShape("is a pointer to a function")
    if target.kind in (TypeKind.CHAR_S, TypeKind.CHAR_U):
        return String(is_const)
    if target.kind == TypeKind.RECORD:
        reason = _unusable(target, written.spelling)
        return (
            RefusedShape(f"is a pointer to {reason}")
            if reason
            else Pointed(target, plain_spelling(written), is_const)
        )
    simple = (*_INTEGERS, *_FLOATS, TypeKind.ENUM, TypeKind.POINTER, TypeKind.ATOMIC)
    if target.kind not in simple or _is_nameless(written.spelling):
        return RefusedShape(f"is a pointer to '{written.spelling}'")
    return Pointed(target, plain_spelling(written), is_const)


def _unusable(record: ClangType, spelling: str) -> str:
    """Why no object of the record can be made up; empty if one can."""
    if library_name(record, spelling):
        return ""
    declaration = record.get_declaration()
    if record.get_size() < 0:
        return f"the incomplete type '{spelling}'"
    if declaration.location.file is None or clang.is_in_system_header(declaration):
        return f"the C library's type '{spelling}'"
    return f"a type without a name: '{spelling}'" if _is_nameless(spelling) else ""


def library_name(kind: ClangType, spelling: str = "") -> str:
    """The thread library's type, such as `pthread_mutex_t`, that this is; empty if it is none."""
    for name in (plain(spelling), plain(kind.spelling), kind.get_declaration().spelling):
        if name in LIBRARY_TYPES:
            return name
    return ""


def plain_spelling(kind: ClangType) -> str:
    return plain(kind.spelling)


def plain(spelling: str) -> str:
    """Without qualifiers at its top."""
    if spelling.endswith(("*const", "*volatile", "*restrict", "*__restrict")):
        return spelling[: spelling.rindex("*") + 1]
    while spelling.startswith(_QUALIFIERS):
        spelling = spelling.partition(" ")[2]
    return spelling


def _is_nameless(spelling: str) -> bool:
    return "(unnamed" in spelling or "(anonymous" in spelling


# Functions


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    shape: Shape
    type: ClangType


@dataclass(frozen=True, slots=True)
class Signature:
    """A function that a file declares or defines. `unit` is the number of the file."""

    name: str
    parameters: tuple[Parameter, ...]
    result: ClangType
    position: tuple[str, int, int]
    unit: int
    is_variadic: bool
    is_static: bool
    is_defined: bool


def signatures(units: list[Unit]) -> Iterator[Signature]:
    """Of the functions in the program's own text, definitions before declarations."""
    found = [
        (number, unit, cursor)
        for number, unit in enumerate(units)
        for cursor in unit.declarations()
        if cursor.kind == CursorKind.FUNCTION_DECL and not clang.is_in_system_header(cursor)
    ]
    for wanted in (True, False):
        for number, unit, cursor in found:
            if bool(cursor.is_definition()) is wanted:
                yield _signature(number, unit, cursor)


def _signature(number: int, unit: Unit, cursor: Cursor) -> Signature:
    kind = cursor.type.get_canonical()
    parameters = tuple(
        Parameter(item.spelling or f"argument {position}", shape_of(item.type), item.type)
        for position, item in enumerate(cursor.get_arguments(), 1)
    )
    return Signature(
        cursor.spelling,
        parameters,
        cursor.result_type,
        unit.position(cursor),
        number,
        kind.kind == TypeKind.FUNCTIONPROTO and kind.is_function_variadic(),
        cursor.linkage == LinkageKind.INTERNAL,
        bool(cursor.is_definition()),
    )

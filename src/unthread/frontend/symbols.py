"""Names that several files share: which definition counts, and whether the files mean the same by them.

In: declarations of several translation units. Out: strengths to choose by, errors that point at both places.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, TypeAlias

from unthread.core.diagnostics import Diagnostic, InputError, Severity, Unsupported
from unthread.core.records import dataclass
from unthread.frontend import clang
from unthread.frontend.clang import Cursor, CursorKind, StorageClass, TypeKind
from unthread.frontend.types import is_library_object
from unthread.program.types import (
    ArrayType,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    Type,
    VoidType,
    value_type,
)

if TYPE_CHECKING:
    from unthread.frontend.unit import UnitContext

Definition: TypeAlias = "tuple[UnitContext, Cursor]"


class Strength(IntEnum):
    """Of several declarations of one name, the strongest counts. Only one may be `DEFINED`."""

    DECLARED = 0
    GIVES_WAY = 1  # weak, or an inline definition
    TENTATIVE = 2  # `int x;`, which linkers used to merge
    DEFINED = 3


@dataclass(frozen=True, slots=True)
class Attributes:
    """What `__attribute__` says about a function or variable and C's types do not."""

    weak: bool = False
    noreturn: bool = False
    alias: str = ""
    constructor: int | None = None  # the priority
    destructor: int | None = None


PLAIN = Attributes()
_GROUP = re.compile(r"__attribute__\(\((.*?)\)\)|\[\[(.*?)\]\]|\b(_Noreturn)\b")
_WORD = re.compile(r"\b(weak|_?[nN]oreturn|alias|constructor|destructor)\b(?:\(\"?([^\")]*))?")


def read_attributes(head: str, before: Attributes) -> Attributes:
    """The attributes in a declaration as clang writes it, added to those of the declarations before."""
    found = {
        word: argument
        for group in _GROUP.findall(head)
        for word, argument in _WORD.findall("".join(group))  # only one of the three is not empty
    }
    return Attributes(
        before.weak or "weak" in found,
        before.noreturn or "noreturn" in found or "_Noreturn" in found,
        before.alias or found.get("alias", ""),
        _priority(found.get("constructor"), before.constructor),
        _priority(found.get("destructor"), before.destructor),
    )


def _priority(text: str | None, before: int | None) -> int | None:
    return int(text) if text and text.isdecimal() else before


def never_returns(head: str, function: Cursor, attributes: Attributes) -> bool:
    """GCC's attribute is part of the type, C11's and C23's of the declaration."""
    return read_attributes(f"{head} {function.type.spelling}", attributes).noreturn


def unknown_function(function: Cursor) -> str:
    """What to say of a call that may change anything within its reach."""
    name = function.spelling
    if clang.is_in_system_header(function):
        return f"'{name}', which has no model (--stub FILE)"
    return f"'{name}', which has no body and may change memory (--stub FILE, --havoc {name})"


_STREAMS = ("FILE *", "__FILE *", "DIR *")  # what they point to belongs to the library
_WRITES_NOTHING = re.compile(r".*(print|log).*")  # of the variadic functions


def returns_number_only(function: Cursor, arguments: Sequence[Cursor]) -> bool:
    """As far as the declaration tells, nothing is written or called back, and, by a function of the C
    library, no memory given out. It does not tell what a variadic function, or one without a prototype, does
    with its `arguments`."""
    if clang.is_in_system_header(function) and (
        "scan" in function.spelling or function.type.get_result().get_canonical().kind == TypeKind.POINTER
    ):
        return False
    declared = list(function.type.argument_types()) if function.type.kind == TypeKind.FUNCTIONPROTO else []
    rest = [] if _WRITES_NOTHING.fullmatch(function.spelling) else arguments[len(declared) :]
    return all(map(_lets_only_read, declared)) and all(map(is_only_read, rest))


def is_only_read(argument: Cursor) -> bool:
    """A function that gets this value can change nothing through it."""
    written = clang.without_implicit_casts(argument)
    return written.kind == CursorKind.STRING_LITERAL or _lets_only_read(written.type)


def _lets_only_read(argument: clang.ClangType) -> bool:
    canonical = argument.get_canonical()
    while canonical.kind in (TypeKind.CONSTANTARRAY, TypeKind.INCOMPLETEARRAY, TypeKind.VARIABLEARRAY):
        if not canonical.element_type.is_const_qualified():
            return False  # decays to a pointer
        canonical = canonical.element_type.get_canonical()
    if canonical.kind != TypeKind.POINTER:
        return not _has_pointer(canonical)
    pointee = canonical.get_pointee()
    is_stream = argument.spelling.replace("__restrict", "").replace("restrict", "").strip() in _STREAMS
    return is_stream or (pointee.is_const_qualified() and not _has_pointer(pointee))


_LEADS_ON = (TypeKind.POINTER, TypeKind.FUNCTIONPROTO, TypeKind.FUNCTIONNOPROTO)


def _has_pointer(kind: clang.ClangType) -> bool:
    """A value of this type leads to further memory, or to code. What is not known inside is the library's."""
    canonical = kind.get_canonical()
    match canonical.kind:
        case TypeKind.CONSTANTARRAY | TypeKind.INCOMPLETEARRAY | TypeKind.VARIABLEARRAY:
            return _has_pointer(canonical.element_type)
        case TypeKind.RECORD:
            return any(_has_pointer(field.type) for field in clang.fields(canonical))
        case _:
            return canonical.kind in _LEADS_ON


def strength(context: UnitContext, cursor: Cursor) -> Strength:
    if cursor.kind == CursorKind.FUNCTION_DECL:
        defines = cursor.is_definition()
    else:
        defines = clang.initializer(cursor) is not None
        if not defines and cursor.storage_class != StorageClass.EXTERN:
            return Strength.GIVES_WAY if context.attributes(cursor).weak else Strength.TENTATIVE
    if not defines:
        return Strength.DECLARED
    gives_way = clang.is_inline(cursor) or context.attributes(cursor).weak
    return Strength.GIVES_WAY if gives_way else Strength.DEFINED


def rank(definition: Definition) -> tuple[Strength, bool]:
    """Between equals, an array whose length is known counts."""
    context, cursor = definition
    return strength(context, cursor), cursor.type.kind != TypeKind.INCOMPLETEARRAY


# ---- agreement


def defined_twice(name: str, first: Definition, second: Definition) -> InputError:
    hint = ""
    paths = first[0].unit.path, second[0].unit.path
    if paths[0] == paths[1]:
        hint = f"'{paths[0]}' is given twice"
    elif first[0].loc(first[1]) == second[0].loc(second[1]):
        hint = f"both '{paths[0]}' and '{paths[1]}' include it; headers declare, one file defines"
    elif name == "main":
        hint = "the files given are parts of one program; check each program separately"
    message = f"'{second[1].spelling}' is defined a second time"
    return _error(message, second, f"the first definition of '{name}' is here", first, hint)


def must_agree(name: str, declared: Definition, defined: Definition) -> None:
    """What one file declares has to be what another one defines."""
    here, there = declared[1], defined[1]
    if here.kind != there.kind:
        what = "variable" if here.kind == CursorKind.VAR_DECL else "function"
        raise _disagreement(f"'{name}' is declared as a {what}, but is not one", declared, defined)
    if here.kind == CursorKind.VAR_DECL and _is_local_to_thread(here) != _is_local_to_thread(there):
        raise _disagreement(f"'{name}' is thread-local in only one of two files", declared, defined)
    try:
        ours, theirs = declared[0].types.of(here), defined[0].types.of(there)
    except Unsupported:
        return  # the error is reported where it is used
    if _fit(ours, theirs):
        return
    ours_text, theirs_text = here.type.spelling, there.type.spelling
    other = f"type '{theirs_text}'" if ours_text != theirs_text else f"another type '{theirs_text}'"
    raise _disagreement(
        f"'{name}' is declared with type '{ours_text}' but defined with {other}", declared, defined
    )


def _is_local_to_thread(cursor: Cursor) -> bool:
    return bool(cursor.tls_kind != clang.TLSKind.NONE)


def _disagreement(message: str, declared: Definition, defined: Definition) -> InputError:
    return _error(message, declared, f"'{defined[1].spelling}' is defined here", defined, "")


def _error(message: str, place: Definition, note: str, other: Definition, hint: str) -> InputError:
    return InputError.of(
        (
            Diagnostic(Severity.ERROR, message, place[0].loc(place[1]), hint),
            Diagnostic(Severity.NOTE, note, other[0].loc(other[1])),
        )
    )


def _fit(declared: Type, defined: Type) -> bool:
    """Does using the one as the other mean what the text says? Between files, compilers do not look."""
    if isinstance(declared, FunctionType) and isinstance(defined, FunctionType):
        return _fit_result(declared, defined) and _fit_parameters(declared, defined)
    return _same_layout(declared, defined)


def _fit_result(declared: FunctionType, defined: FunctionType) -> bool:
    if isinstance(declared.result, VoidType):
        return not isinstance(defined.result, RecordType)  # the caller does not use it
    if isinstance(defined.result, VoidType):
        return not declared.prototyped  # old code without declarations
    return _same_layout(declared.result, defined.result)


def _fit_parameters(declared: FunctionType, defined: FunctionType) -> bool:
    if not declared.prototyped or not defined.prototyped:
        return True
    return (
        len(declared.parameters) == len(defined.parameters)
        and declared.variadic == defined.variadic
        and all(map(_same_layout, declared.parameters, defined.parameters))
    )


def _same_layout(one: Type, other: Type) -> bool:
    match value_type(one), value_type(other):
        case IntType(bits), IntType(other_bits):
            return bits == other_bits
        case PointerType(), PointerType():
            return True
        case ArrayType(element, count), ArrayType(other_element, other_count):
            return _same_layout(element, other_element) and (
                count == other_count or not (count and other_count)
            )
        case RecordType() as record, RecordType() as second:
            return record is second or _same_fields(record, second)
        case plain, second:
            return plain == second


def _same_fields(one: RecordType, other: RecordType) -> bool:
    if not one.complete or not other.complete:
        return True  # what is not known cannot be used
    if is_library_object(one) or is_library_object(other):
        return one.size == other.size  # only the models look inside
    return (one.is_union, one.size, len(one.fields)) == (
        other.is_union,
        other.size,
        len(other.fields),
    ) and all(
        (a.offset, a.bit_offset, a.bit_width) == (b.offset, b.bit_offset, b.bit_width)
        and _same_layout(a.type, b.type)
        for a, b in zip(one.fields, other.fields, strict=True)
    )

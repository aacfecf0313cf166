"""Types of the thread library that a program declares itself, as in `typedef int pthread_mutex_t;`.

In: units as they were parsed. Out: what clang is to read instead, so that these types have the size that the
models need. The text of the typedef is blanked, which moves no other text, and the type is declared before
the file: objects as an integer of as many bits (`_BitInt`), because that takes every initializer that was
written for the old type, `0`, `{0}` or `{{0}, 0}`; `Types` makes a record of it. What reads such an object as
a number, or names a member of it, cannot be read in this way: the type stays then, and calls with it are not
modelled.

A type stays as it is where the program defines a function of its family (`pthread_mutex_*`) or calls none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from unthread.core.diagnostics import InputError, Unsupported
from unthread.core.records import dataclass
from unthread.core.source import DataModel
from unthread.frontend import clang
from unthread.frontend.clang import Cursor, CursorKind, TypeKind, Unit
from unthread.frontend.overlay import Overlay
from unthread.program.library import CREATORS
from unthread.program.types import ArrayType, PointerType, RecordType, Type, size_of

if TYPE_CHECKING:
    from unthread.frontend.unit import UnitContext


@dataclass(frozen=True, slots=True)
class LibraryType:
    """`sizes` in bytes on x86-64 and i386. `scalar`: what it is if it is a plain number. `family`: what the
    names of the functions that work on it begin with."""

    sizes: tuple[int, int]
    family: str
    scalar: str = ""

    def size(self, data_model: DataModel) -> int:
        return self.sizes[data_model is DataModel.M32]


LIBRARY_TYPES = {
    "pthread_t": LibraryType((8, 4), "pthread_", "unsigned long"),
    "pthread_attr_t": LibraryType((56, 36), "pthread_"),
    "pthread_mutex_t": LibraryType((40, 24), "pthread_mutex_"),
    "pthread_mutexattr_t": LibraryType((4, 4), "pthread_mutex"),
    "pthread_cond_t": LibraryType((48, 48), "pthread_cond_"),
    "pthread_condattr_t": LibraryType((4, 4), "pthread_cond"),
    "pthread_rwlock_t": LibraryType((56, 32), "pthread_rwlock_"),
    "pthread_rwlockattr_t": LibraryType((8, 8), "pthread_rwlock"),
    "pthread_barrier_t": LibraryType((32, 20), "pthread_barrier_"),
    "pthread_barrierattr_t": LibraryType((4, 4), "pthread_barrier"),
    "pthread_spinlock_t": LibraryType((4, 4), "pthread_spin_", "int"),
    "pthread_once_t": LibraryType((4, 4), "pthread_once", "int"),
    "pthread_key_t": LibraryType((4, 4), "pthread_", "unsigned int"),
    "sem_t": LibraryType((32, 16), "sem_"),
    "thrd_t": LibraryType((8, 4), "thrd_", "unsigned long"),
    "mtx_t": LibraryType((40, 24), "mtx_"),
    "cnd_t": LibraryType((48, 48), "cnd_"),
    "tss_t": LibraryType((4, 4), "tss_", "unsigned int"),
    "once_flag": LibraryType((4, 4), "call_once", "int"),
}


def with_library_types(units: list[Unit], data_model: DataModel, models: Iterable[str]) -> list[Unit]:
    """The same units, read again where they declare such types. `models`: the functions that have a model."""
    found = [list(_unfit(unit, data_model)) for unit in units]
    if not any(found):
        return units
    defined = {cursor.spelling for unit in units for cursor in unit.declarations() if _defines(cursor)}
    called = set().union(*map(_called, units)) & set(models) - defined
    return [
        _read_again(unit, [item for item in typedefs if _is_library(item, called, defined)], data_model)
        for unit, typedefs in zip(units, found, strict=True)
    ]


def _unfit(unit: Unit, data_model: DataModel) -> Iterator[Cursor]:
    """Typedefs in the program's own text that are not what the models expect."""
    main = str(unit.path)
    for cursor in unit.declarations():
        if cursor.kind != CursorKind.TYPEDEF_DECL or cursor.spelling not in LIBRARY_TYPES:
            continue
        own = not clang.is_in_system_header(cursor) or unit.position(cursor)[0] == main
        if own and not _is_fit(cursor, LIBRARY_TYPES[cursor.spelling], data_model):
            yield cursor


def _is_fit(cursor: Cursor, wanted: LibraryType, data_model: DataModel) -> bool:
    """Of the right size; a record only if it is a union, as in the C library whose layout the models have:
    static initializers of other records may mean anything."""
    canonical = cursor.type.get_canonical()
    if canonical.get_size() != wanted.size(data_model):
        return False
    if canonical.kind == TypeKind.RECORD:
        is_union = canonical.get_declaration().kind == CursorKind.UNION_DECL
        return (is_union and not wanted.scalar) or cursor.spelling == "once_flag"
    return canonical.kind not in (TypeKind.POINTER, TypeKind.FLOAT, TypeKind.DOUBLE, TypeKind.CONSTANTARRAY)


def _defines(cursor: Cursor) -> bool:
    return cursor.kind == CursorKind.FUNCTION_DECL and bool(cursor.is_definition())


def _called(unit: Unit) -> set[str]:
    """The functions that the unit's own functions name."""
    return {
        cursor.spelling
        for declaration in unit.declarations()
        if not clang.is_in_system_header(declaration)
        for cursor in clang.descendants(declaration)
        if cursor.kind == CursorKind.DECL_REF_EXPR
    }


def _is_library(typedef: Cursor, called: set[str], defined: set[str]) -> bool:
    family = LIBRARY_TYPES[typedef.spelling].family
    chief = family if family != "pthread_" else "pthread_create"
    return any(name.startswith(family) for name in called) and not any(
        name.startswith(chief) for name in defined
    )


def _read_again(unit: Unit, typedefs: list[Cursor], data_model: DataModel) -> Unit:
    """With all of these types replaced, or, if clang objects, with as many as go."""
    if not typedefs:
        return unit
    names = list(dict.fromkeys(cursor.spelling for cursor in typedefs))
    again = _try(unit, names, typedefs, data_model)
    if again is None:
        names = [name for name in names if _try(unit, [name], typedefs, data_model)]
        again = _try(unit, names, typedefs, data_model) if names else None
    kept = [] if again is None else names
    chosen = unit if again is None else again
    chosen.unfit = {
        cursor.spelling: cursor.type.get_canonical().get_size()
        for cursor in typedefs
        if cursor.spelling not in kept
    }
    return chosen


def _try(unit: Unit, names: list[str], typedefs: list[Cursor], data_model: DataModel) -> Unit | None:
    wanted = [cursor for cursor in typedefs if cursor.spelling in names]
    texts = _blanked(unit, wanted)
    if texts is None:
        return None
    declarations, opaque = "", dict[str, int]()
    for name in names:
        library = LIBRARY_TYPES[name]
        bits = f"_BitInt({8 * library.size(data_model)})"
        declarations += f"typedef {library.scalar or bits} {name};\n"
        if not library.scalar:
            opaque[bits] = library.size(data_model)
    try:
        overlay = Overlay(declarations, texts)
        again = clang.parse(unit.path, unit.flags, data_model, overlay=overlay, addition=unit.addition)
    except InputError:
        return None
    again.opaque = opaque
    return again


def _blanked(unit: Unit, typedefs: list[Cursor]) -> dict[str, str] | None:
    """The texts of the files with spaces in place of these declarations; None if they are not alone there."""
    texts: dict[str, bytearray] = {}
    starts = [_start(cursor) for cursor in unit.declarations() if cursor.kind == CursorKind.TYPEDEF_DECL]
    for cursor in typedefs:
        file, begin = _start(cursor)
        end = cursor.extent.end
        if end.file is None or end.file.name != file or starts.count((file, begin)) != 1:
            return None
        text = texts.setdefault(file, bytearray(unit.text_of(file)))
        written = bytes(text[begin : end.offset])
        if not written.startswith(b"typedef") or not re.match(rb"\s*;", text[end.offset :]):
            return None
        text[begin : end.offset] = re.sub(rb"[^\n]", b" ", written)
    try:
        return {file: text.decode("utf-8") for file, text in texts.items()}
    except UnicodeDecodeError:
        return None


def _start(cursor: Cursor) -> tuple[str, int]:
    start = cursor.extent.start
    return (start.file.name if start.file else ""), start.offset


# ---- what could not be replaced


def unfit_argument(
    function: Cursor, arguments: Sequence[Cursor], result: Type, context: UnitContext
) -> str | None:
    """Why the model of a function cannot be called like this: an object of the library that is smaller than
    the models need, or passed as a record where they have a number; None if all is well. An object
    that is reached through a pointer that was converted, or whose type the C library's header declares, is
    as large as it is: to access more of it is a violation."""
    model = context.linker.model_type(context.link_name(function))
    if model is None or context.library:
        return None
    if isinstance(result, RecordType) != isinstance(model.result, RecordType):
        return f"a result of type '{function.result_type.spelling}'"
    by_hand = not clang.is_in_system_header(function)
    for position, (wanted, argument) in enumerate(zip(model.parameters, arguments, strict=False)):
        given = clang.without_implicit_casts(argument)
        gives_handle = position == 0 and function.spelling in CREATORS
        if _is_unfit(wanted, given, context, small=by_hand and (_is_object(wanted) or gives_handle)):
            return f"an argument of type '{given.type.spelling}', which this program declares itself"
    return None


def _is_object(wanted: Type) -> bool:
    return isinstance(wanted, PointerType) and isinstance(wanted.target, RecordType)


def _is_unfit(wanted: Type, given: Cursor, context: UnitContext, *, small: bool) -> bool:
    """`small`: to be smaller than wanted makes it unfit."""
    try:
        kind = context.types.of(given)
    except Unsupported:
        return False  # the error is reported where it is computed
    if isinstance(kind, RecordType):
        return not isinstance(wanted, RecordType)
    if isinstance(kind, ArrayType):
        pointee, name = kind.element, given.type.get_canonical().element_type.spelling
    elif isinstance(kind, PointerType):
        pointee, name = kind.target, given.type.get_pointee().spelling
    else:
        return False
    if clang.is_zero(given):
        return False
    if name in context.unit.unfit:
        return True
    return small and isinstance(wanted, PointerType) and 1 < size_of(pointee) < size_of(wanted.target)

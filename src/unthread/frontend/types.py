"""Clang's types → ours. Layouts, sizes and field offsets are clang's."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeAlias

from unthread.core.diagnostics import Unsupported
from unthread.frontend import clang
from unthread.frontend.clang import Cursor, TypeKind
from unthread.program.expressions import Expression
from unthread.program.types import (
    BOOL,
    CHAR,
    INT,
    UINT,
    VOID,
    ArrayType,
    AtomicType,
    Field,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    Type,
    VariableArrayType,
    is_scalar,
    size_of,
    value_type,
)

_UNSIGNED = {
    TypeKind.CHAR_U,
    TypeKind.UCHAR,
    TypeKind.USHORT,
    TypeKind.UINT,
    TypeKind.ULONG,
    TypeKind.ULONGLONG,
    TypeKind.UINT128,
    TypeKind.CHAR16,
    TypeKind.CHAR32,
}
_SIGNED = {
    TypeKind.CHAR_S,
    TypeKind.SCHAR,
    TypeKind.SHORT,
    TypeKind.INT,
    TypeKind.LONG,
    TypeKind.LONGLONG,
    TypeKind.INT128,
    TypeKind.WCHAR,
}
_FLOAT_BITS = {TypeKind.FLOAT: 32, TypeKind.DOUBLE: 64, TypeKind.LONGDOUBLE: 80}


Identity: TypeAlias = "tuple[object, ...]"
_OBJECT = "library_object_"
_HANDLE = re.compile(r"(const |volatile )*(pthread_t|thrd_t)( ?\*| ?\[\d*\])*$")


def is_library_object(kind: Type) -> bool:
    """Of a type that the program declares itself and the models lay out."""
    return isinstance(kind, RecordType) and kind.tag.startswith(_OBJECT)


class Types:
    """The types of one translation unit. Records that several units write alike are one type in all of
    those that have the same `shared`."""

    def __init__(
        self,
        pointer_size: int,
        shared: dict[Identity, RecordType] | None = None,
        opaque: dict[str, int] | None = None,
        *,
        volatile_is_atomic: bool = False,
    ) -> None:
        self.pointer_size = pointer_size
        self.volatile_is_atomic = volatile_is_atomic
        self._opaque = opaque or {}  # sizes of what clang has as numbers, and the library as objects
        self._shared = {} if shared is None else shared
        self.size_type = IntType(
            pointer_size * 8, False, "unsigned long" if pointer_size == 8 else "unsigned int"
        )
        self.offset_type = IntType(pointer_size * 8, True, "long" if pointer_size == 8 else "int")
        self.records: dict[int, RecordType] = {}
        self._known: dict[int, Type] = {}

    def pointer(self, target: Type) -> PointerType:
        return PointerType(target, self.pointer_size)

    def of(self, cursor: Cursor) -> Type:
        return self.lower(cursor.type)

    def lower(self, clang_type: clang.ClangType) -> Type:
        """Variable-length arrays become arrays of unknown length here; `variable` knows better."""
        key = clang.type_key(clang_type)
        known = self._known.get(key)
        if known is None:
            lowered = self._qualified(clang_type.get_canonical())
            known = self._known[key] = _as_handle(lowered) if _HANDLE.match(clang_type.spelling) else lowered
        return known

    def _qualified(self, canonical: clang.ClangType) -> Type:
        kind = self._lower(canonical)
        if self.volatile_is_atomic and canonical.is_volatile_qualified():
            return self._volatile(kind)
        return kind

    def _volatile(self, kind: Type) -> Type:
        """Scalars are atomic if the machine accesses them at once. In clang's canonical types arrays have the
        qualifiers of their elements; members of a volatile record become volatile where they are accessed."""
        if isinstance(kind, ArrayType):
            return ArrayType(self._volatile(kind.element), kind.count)
        is_word = is_scalar(kind) and size_of(kind) <= self.pointer_size
        return AtomicType(kind, volatile=True) if is_word else kind

    def _lower(self, canonical: clang.ClangType) -> Type:
        kind = canonical.kind
        if kind in _SIGNED or kind in _UNSIGNED:
            return IntType(canonical.get_size() * 8, kind in _SIGNED, _plain_name(canonical))
        match kind:
            case TypeKind.VOID:
                return VOID
            case TypeKind.BOOL:
                return BOOL
            case TypeKind.NULLPTR:
                return self.pointer(VOID)
            case TypeKind.FLOAT | TypeKind.DOUBLE | TypeKind.LONGDOUBLE:
                return FloatType(_FLOAT_BITS[kind], canonical.get_size())
            case TypeKind.ENUM:
                underlying = canonical.get_declaration().enum_type
                integer = UINT if underlying.kind == TypeKind.INVALID else self.lower(underlying)
                if not isinstance(integer, IntType):  # `enum : bool`
                    return integer
                return replace(integer, labels=_labels(canonical.get_declaration()))
            case TypeKind.POINTER:
                return self.pointer(self.lower(canonical.get_pointee()))
            case TypeKind.CONSTANTARRAY:
                return ArrayType(self.lower(canonical.element_type), canonical.element_count)
            case TypeKind.INCOMPLETEARRAY | TypeKind.VARIABLEARRAY:
                return ArrayType(self.lower(canonical.element_type), 0)
            case TypeKind.FUNCTIONPROTO:
                parameters = tuple(value_type(self.lower(t)) for t in canonical.argument_types())
                result = value_type(self.lower(canonical.get_result()))
                return FunctionType(result, parameters, canonical.is_function_variadic())
            case TypeKind.FUNCTIONNOPROTO:
                result = value_type(self.lower(canonical.get_result()))
                return FunctionType(result, (), prototyped=False)
            case TypeKind.ATOMIC:
                return AtomicType(self.lower(clang.atomic_value(canonical)))
            case TypeKind.RECORD:
                return self._record(canonical)
            case _ if _plain_name(canonical) in self._opaque:
                return self._object_of_size(self._opaque[_plain_name(canonical)])
            case _:
                raise Unsupported(f"type '{canonical.spelling}'")

    def _object_of_size(self, size: int) -> RecordType:
        """An object of the thread library, as large as the models need it; see declared_by_hand.py."""
        record = self._shared.get((_OBJECT, size))
        if record is None:
            size_and_alignment = (
                Field("__size", ArrayType(CHAR, size), 0),
                Field("__align", INT, 0),
            )
            record = RecordType(f"{_OBJECT}{size}", True, size_and_alignment, size, complete=True)
            self._shared[_OBJECT, size] = record
        self.records[size] = record
        return record

    def variable(
        self, clang_type: clang.ClangType, counts: Callable[[], Expression | None], typedefs: dict[int, Type]
    ) -> Type:
        """A type with variable-length arrays in it. `counts` gives the lengths in clang's order: those of
        the element type first. `typedefs` holds the variable types that typedef names stand for."""
        declaration = clang_type.get_declaration()
        if declaration.hash in typedefs and declaration.kind == clang.CursorKind.TYPEDEF_DECL:
            return typedefs[declaration.hash]
        match clang_type.kind:
            case TypeKind.VARIABLEARRAY:
                element = self.variable(clang_type.element_type, counts, typedefs)
                count = counts()
                if count is None:
                    return ArrayType(element, 0)
                return VariableArrayType(element, count)
            case TypeKind.CONSTANTARRAY | TypeKind.INCOMPLETEARRAY:
                element = self.variable(clang_type.element_type, counts, typedefs)
                if clang_type.kind == TypeKind.CONSTANTARRAY:
                    counts()
                    return ArrayType(element, clang_type.element_count)
                return ArrayType(element, 0)
            case TypeKind.POINTER:
                return self.pointer(self.variable(clang_type.get_pointee(), counts, typedefs))
            case _:
                return self.lower(clang_type)

    def _record(self, canonical: clang.ClangType) -> RecordType:
        declaration = canonical.get_declaration()
        definition = declaration.get_definition() or declaration
        key = definition.hash
        record = self.records.get(key)
        size = canonical.get_size()
        if record is None:
            is_union = definition.kind == clang.CursorKind.UNION_DECL
            record = RecordType(_tag(definition), is_union)
            if size >= 0:
                record = self._shared.setdefault((is_union, *_identity(canonical)), record)
            self.records[key] = record
        if not record.complete and size >= 0:
            self._complete(record, canonical)
        return record

    def _complete(self, record: RecordType, canonical: clang.ClangType) -> None:
        record.complete = True
        record.size = canonical.get_size()
        try:
            record.fields = tuple(self._fields(clang.fields(canonical), record.is_union))
        except Unsupported:
            record.complete = False  # so that the next use is reported, too
            raise

    def _fields(self, cursors: Iterable[Cursor], is_union: bool) -> Iterator[Field]:
        for run in _memory_locations(cursors, is_union):
            start, end = run[0].get_field_offsetof(), _end(run[-1])
            for cursor in run:
                if field := self._field(cursor):
                    before, after = cursor.get_field_offsetof() - start, end - _end(cursor)
                    yield replace(field, before=before, after=after)

    def _field(self, cursor: Cursor) -> Field | None:
        offset = cursor.get_field_offsetof()
        if not cursor.is_bitfield():
            return Field(_field_name(cursor), self.of(cursor), offset // 8)
        if not cursor.spelling:
            return None  # an unnamed bit-field is padding
        declared = value_type(self.of(cursor))
        width = cursor.get_bitfield_width()
        signed = isinstance(declared, IntType) and declared.signed
        value: Type = declared if declared == BOOL else IntType(width, signed)
        return Field(cursor.spelling, value, offset // 8, offset % 8, width)

    def named(self, text: str) -> Type | None:
        """A basic type, or a pointer to anything, by its C name; None for other names."""
        if text.endswith("*"):
            return self.pointer(VOID)
        long_bits = self.pointer_size * 8
        bits = {"char": 8, "short": 16, "int": 32, "long": long_bits, "long long": 64, "signed char": 8}
        floats = {"float": FloatType(32, 4), "double": FloatType(64, 8)}
        floats["long double"] = FloatType(80, 16 if self.pointer_size == 8 else 12)
        plain = text.removeprefix("unsigned ")
        if plain in bits:
            return IntType(bits[plain], plain == text, text)
        return BOOL if text in ("_Bool", "bool") else floats.get(text)

    def member_path(self, record: RecordType, cursor: Cursor) -> tuple[Field, ...]:
        """The way from a record to the field a member expression names, through anonymous members."""
        if cursor.kind == clang.CursorKind.MEMBER_REF:
            cursor = cursor.referenced
        name, kind = _field_name(cursor), self.of(cursor)
        path = _find_field(record, lambda field: field.name == name if name else _is_anonymous(field, kind))
        if path is None:
            raise Unsupported(f"member '{cursor.spelling}' of {record.tag}")
        return path


def _is_anonymous(field: Field, kind: Type) -> bool:
    """Is this the anonymous member of that type? No two have the same."""
    return not field.name and field.type == kind


def _find_field(record: RecordType, wanted: Callable[[Field], bool]) -> tuple[Field, ...] | None:
    for field in record.fields:
        if wanted(field):
            return (field,)
        if not field.name and isinstance(field.type, RecordType):
            inner = _find_field(field.type, wanted)
            if inner is not None:
                return (field, *inner)
    return None


def _identity(canonical: clang.ClangType) -> Identity:
    """Equal for records of one layout that are written alike. What is pointed at need not be alike."""
    members = []
    for field in clang.fields(canonical):
        kind = field.type.get_canonical()
        inner = kind
        while inner.kind in (TypeKind.CONSTANTARRAY, TypeKind.INCOMPLETEARRAY):
            inner = inner.element_type.get_canonical()
        nested = _identity(inner) if inner.kind == TypeKind.RECORD else ()
        width = field.get_bitfield_width() if field.is_bitfield() else None
        members.append(
            (_field_name(field), field.get_field_offsetof(), width, _anywhere(kind.spelling), nested)
        )
    return _anywhere(canonical.spelling), canonical.get_size(), *members


def _anywhere(spelling: str) -> str:
    """The name of a type without the place where clang found it, if it is all the name there is."""
    return re.sub(r"\((?:anonymous|unnamed)[^)]*\)", "()", spelling)


def _plain_name(canonical: clang.ClangType) -> str:
    name: str = canonical.spelling
    return " ".join(word for word in name.split() if word not in ("const", "volatile", "restrict"))


def _memory_locations(cursors: Iterable[Cursor], is_union: bool) -> Iterator[list[Cursor]]:
    """The members that C counts as one memory location: bit-fields next to each other, unless one of them
    has no bits; any other member alone."""
    run: list[Cursor] = []
    for cursor in cursors:
        if run and (is_union or not (_has_bits(run[-1]) and _has_bits(cursor))):
            yield run
            run = []
        run.append(cursor)
    if run:
        yield run


def _has_bits(cursor: Cursor) -> bool:
    return bool(cursor.is_bitfield() and cursor.get_bitfield_width())


def _end(cursor: Cursor) -> int:
    """The bit after a bit-field; for any other member where it starts."""
    start: int = cursor.get_field_offsetof()
    return start + (cursor.get_bitfield_width() if cursor.is_bitfield() else 0)


def _field_name(cursor: Cursor) -> str:
    """Anonymous members have no name, whatever clang writes for them."""
    return "" if "(" in cursor.spelling else cursor.spelling


def _tag(definition: Cursor) -> str:
    if definition.spelling and "(" not in definition.spelling:
        return str(definition.spelling)
    place = definition.location
    return f"anonymous_{place.line}_{place.column}"


def _labels(enumeration: Cursor) -> tuple[tuple[int, str], ...]:
    constants = (c for c in enumeration.get_children() if c.kind == clang.CursorKind.ENUM_CONSTANT_DECL)
    return tuple((constant.enum_value, str(constant.spelling)) for constant in constants)


def _as_handle(kind: Type) -> Type:
    """A type whose numbers stand for threads."""
    match kind:
        case ArrayType(element, count):
            return ArrayType(_as_handle(element), count)
        case PointerType(target, size):
            return PointerType(_as_handle(target), size)
        case IntType():
            return replace(kind, is_thread=True)
        case _:
            return kind

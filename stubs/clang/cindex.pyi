"""The parts of libclang's binding that unthread uses; the binding itself has no types."""

from collections.abc import Iterator, Sequence
from ctypes import CDLL
from typing import ClassVar, Self

class Config:
    @property
    def lib(self) -> CDLL: ...

conf: Config

class _CXString:
    @staticmethod
    def from_result(result: _CXString, function: object, arguments: object) -> str | None: ...

class CursorKind:
    ADDR_LABEL_EXPR: ClassVar[CursorKind]
    ANNOTATE_ATTR: ClassVar[CursorKind]
    ARRAY_SUBSCRIPT_EXPR: ClassVar[CursorKind]
    ASM_LABEL_ATTR: ClassVar[CursorKind]
    ASM_STMT: ClassVar[CursorKind]
    BINARY_OPERATOR: ClassVar[CursorKind]
    BREAK_STMT: ClassVar[CursorKind]
    CALL_EXPR: ClassVar[CursorKind]
    CASE_STMT: ClassVar[CursorKind]
    CHARACTER_LITERAL: ClassVar[CursorKind]
    COMPOUND_ASSIGNMENT_OPERATOR: ClassVar[CursorKind]
    COMPOUND_LITERAL_EXPR: ClassVar[CursorKind]
    COMPOUND_STMT: ClassVar[CursorKind]
    CONDITIONAL_OPERATOR: ClassVar[CursorKind]
    CONTINUE_STMT: ClassVar[CursorKind]
    CSTYLE_CAST_EXPR: ClassVar[CursorKind]
    CXX_BOOL_LITERAL_EXPR: ClassVar[CursorKind]
    CXX_NULL_PTR_LITERAL_EXPR: ClassVar[CursorKind]
    CXX_UNARY_EXPR: ClassVar[CursorKind]
    DECL_REF_EXPR: ClassVar[CursorKind]
    DECL_STMT: ClassVar[CursorKind]
    DEFAULT_STMT: ClassVar[CursorKind]
    DO_STMT: ClassVar[CursorKind]
    ENUM_CONSTANT_DECL: ClassVar[CursorKind]
    FLOATING_LITERAL: ClassVar[CursorKind]
    FOR_STMT: ClassVar[CursorKind]
    FUNCTION_DECL: ClassVar[CursorKind]
    GENERIC_SELECTION_EXPR: ClassVar[CursorKind]
    GOTO_STMT: ClassVar[CursorKind]
    IF_STMT: ClassVar[CursorKind]
    INDIRECT_GOTO_STMT: ClassVar[CursorKind]
    INIT_LIST_EXPR: ClassVar[CursorKind]
    INTEGER_LITERAL: ClassVar[CursorKind]
    LABEL_STMT: ClassVar[CursorKind]
    MEMBER_REF: ClassVar[CursorKind]
    MEMBER_REF_EXPR: ClassVar[CursorKind]
    NULL_STMT: ClassVar[CursorKind]
    PAREN_EXPR: ClassVar[CursorKind]
    RETURN_STMT: ClassVar[CursorKind]
    STRING_LITERAL: ClassVar[CursorKind]
    SWITCH_STMT: ClassVar[CursorKind]
    STRUCT_DECL: ClassVar[CursorKind]
    StmtExpr: ClassVar[CursorKind]
    TYPEDEF_DECL: ClassVar[CursorKind]
    TYPE_REF: ClassVar[CursorKind]
    UNARY_OPERATOR: ClassVar[CursorKind]
    UNEXPOSED_EXPR: ClassVar[CursorKind]
    UNEXPOSED_STMT: ClassVar[CursorKind]
    UNION_DECL: ClassVar[CursorKind]
    VAR_DECL: ClassVar[CursorKind]
    WHILE_STMT: ClassVar[CursorKind]
    def __init__(self, value: int) -> None: ...
    @classmethod
    def from_id(cls, id: int) -> Self: ...
    @property
    def name(self) -> str: ...
    def is_expression(self) -> bool: ...
    def is_statement(self) -> bool: ...
    def is_attribute(self) -> bool: ...
    def is_invalid(self) -> bool: ...

class TypeKind:
    ATOMIC: ClassVar[TypeKind]
    BOOL: ClassVar[TypeKind]
    CHAR16: ClassVar[TypeKind]
    CHAR32: ClassVar[TypeKind]
    CHAR_S: ClassVar[TypeKind]
    CHAR_U: ClassVar[TypeKind]
    CONSTANTARRAY: ClassVar[TypeKind]
    DOUBLE: ClassVar[TypeKind]
    ENUM: ClassVar[TypeKind]
    FLOAT: ClassVar[TypeKind]
    FUNCTIONNOPROTO: ClassVar[TypeKind]
    FUNCTIONPROTO: ClassVar[TypeKind]
    INCOMPLETEARRAY: ClassVar[TypeKind]
    INT: ClassVar[TypeKind]
    INT128: ClassVar[TypeKind]
    INVALID: ClassVar[TypeKind]
    LONG: ClassVar[TypeKind]
    LONGDOUBLE: ClassVar[TypeKind]
    LONGLONG: ClassVar[TypeKind]
    NULLPTR: ClassVar[TypeKind]
    POINTER: ClassVar[TypeKind]
    RECORD: ClassVar[TypeKind]
    SCHAR: ClassVar[TypeKind]
    SHORT: ClassVar[TypeKind]
    UCHAR: ClassVar[TypeKind]
    UINT: ClassVar[TypeKind]
    UINT128: ClassVar[TypeKind]
    ULONG: ClassVar[TypeKind]
    ULONGLONG: ClassVar[TypeKind]
    UNEXPOSED: ClassVar[TypeKind]
    USHORT: ClassVar[TypeKind]
    VARIABLEARRAY: ClassVar[TypeKind]
    VOID: ClassVar[TypeKind]
    WCHAR: ClassVar[TypeKind]
    def __init__(self, value: int) -> None: ...
    @classmethod
    def from_id(cls, id: int) -> Self: ...

class LinkageKind:
    EXTERNAL: ClassVar[LinkageKind]
    INTERNAL: ClassVar[LinkageKind]
    NO_LINKAGE: ClassVar[LinkageKind]

class StorageClass:
    EXTERN: ClassVar[StorageClass]
    STATIC: ClassVar[StorageClass]

class TLSKind:
    NONE: ClassVar[TLSKind]

class File:
    @property
    def name(self) -> str: ...

class SourceLocation:
    @property
    def file(self) -> File | None: ...
    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...
    @property
    def offset(self) -> int: ...
    @staticmethod
    def from_position(tu: TranslationUnit, file: File, line: int, column: int) -> SourceLocation: ...

class SourceRange:
    @property
    def start(self) -> SourceLocation: ...
    @property
    def end(self) -> SourceLocation: ...

class Cursor:
    _tu: TranslationUnit
    unthread_children: list[Cursor]  # not the binding's: kept there by unthread.frontend.clang
    @property
    def kind(self) -> CursorKind: ...
    @property
    def spelling(self) -> str: ...
    @property
    def location(self) -> SourceLocation: ...
    @property
    def extent(self) -> SourceRange: ...
    @property
    def type(self) -> Type: ...
    @property
    def result_type(self) -> Type: ...
    @property
    def underlying_typedef_type(self) -> Type: ...
    @property
    def enum_type(self) -> Type: ...
    @property
    def enum_value(self) -> int: ...
    @property
    def referenced(self) -> Cursor: ...  # None unless the cursor is a reference
    @property
    def linkage(self) -> LinkageKind: ...
    @property
    def storage_class(self) -> StorageClass: ...
    @property
    def tls_kind(self) -> TLSKind: ...
    @property
    def hash(self) -> int: ...
    def is_definition(self) -> bool: ...
    def get_definition(self) -> Cursor | None: ...
    def is_bitfield(self) -> bool: ...
    def get_bitfield_width(self) -> int: ...
    def get_field_offsetof(self) -> int: ...
    def get_arguments(self) -> Iterator[Cursor]: ...
    def get_children(self) -> Iterator[Cursor]: ...
    def walk_preorder(self) -> Iterator[Cursor]: ...

class Type:
    _tu: TranslationUnit
    data: Sequence[int | None]
    @property
    def kind(self) -> TypeKind: ...
    @property
    def spelling(self) -> str: ...
    @property
    def element_type(self) -> Type: ...
    @property
    def element_count(self) -> int: ...
    def argument_types(self) -> Sequence[Type]: ...
    def is_function_variadic(self) -> bool: ...
    def is_const_qualified(self) -> bool: ...
    def is_volatile_qualified(self) -> bool: ...
    def get_canonical(self) -> Type: ...
    def get_declaration(self) -> Cursor: ...
    def get_pointee(self) -> Type: ...
    def get_result(self) -> Type: ...
    def get_size(self) -> int: ...
    def get_fields(self) -> Iterator[Cursor]: ...

class Diagnostic:
    Error: ClassVar[int]
    @property
    def severity(self) -> int: ...
    @property
    def spelling(self) -> str: ...
    @property
    def location(self) -> SourceLocation: ...
    @property
    def children(self) -> Sequence[Diagnostic]: ...

class TranslationUnitLoadError(Exception): ...

class TranslationUnit:
    @property
    def cursor(self) -> Cursor: ...
    @property
    def diagnostics(self) -> Sequence[Diagnostic]: ...
    def get_includes(self) -> Iterator[FileInclusion]: ...

class FileInclusion:
    include: File

class Index:
    @staticmethod
    def create() -> Index: ...
    def parse(
        self, path: str, args: Sequence[str] = ..., unsaved_files: Sequence[tuple[str, str]] = ...
    ) -> TranslationUnit: ...

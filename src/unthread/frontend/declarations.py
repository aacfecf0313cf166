"""Declarations inside functions: registers, objects of the frame, variable-length arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unthread.frontend import clang
from unthread.frontend.clang import Cursor, CursorKind, StorageClass
from unthread.frontend.sections import make_atomic
from unthread.program.build.fold import binary, convert, integer
from unthread.program.expressions import (
    BinaryOperator,
    Dereference,
    Expression,
    Storage,
    VariablePlace,
    read_register,
)
from unthread.program.instructions import Allocate, Call, Declare, Discard, Free, Input, Region
from unthread.program.types import ArrayType, Type, VariableArrayType, is_scalar, size_of

if TYPE_CHECKING:
    from unthread.frontend.statements import Statements

_LARGE = 64  # bytes


class Declarations:
    def __init__(self, statements: Statements) -> None:
        self.statements = statements
        self.lowering = statements.lowering
        self.builder = statements.builder
        self.context = statements.context
        self.uninitialized: list[Input] = []

    def declaration(self, cursor: Cursor) -> None:
        if cursor.kind == CursorKind.TYPEDEF_DECL:
            counts = clang.expressions(cursor)
            if counts and _is_variable(cursor.underlying_typedef_type):
                kind = self.lowering.variable_type(cursor.underlying_typedef_type, counts)
                self.lowering.typedefs[cursor.hash] = kind
            return
        if cursor.kind != CursorKind.VAR_DECL or cursor.storage_class == StorageClass.EXTERN:
            return
        self.lowering.at(cursor)
        if cursor.storage_class == StorageClass.STATIC or cursor.tls_kind != clang.TLSKind.NONE:
            variable = self.context.static_local(cursor, self.builder, self.lowering)
            self.lowering.variables[cursor.hash] = VariablePlace(variable)
            return
        if _is_variable(cursor.type):
            self._variable_declaration(cursor)
            return
        self._automatic(cursor)

    def _automatic(self, cursor: Cursor) -> None:
        kind = self.lowering.types.of(cursor)
        initial = clang.initializer(cursor)
        start = len(self.builder.instructions)
        if (
            is_scalar(kind)
            and cursor.hash not in self.statements.escapes.memory
            and not clang.cleanup_function(cursor, self.context.unit)
        ):
            variable = self.builder.variable(cursor.spelling, kind, Storage.REGISTER)
            self.lowering.variables[cursor.hash] = VariablePlace(variable)
            if initial is None:
                unset = Input(variable, cursor.spelling, self.builder.loc, undefined=True)
                self.uninitialized.append(unset)
                self.builder.emit(unset)
            else:
                self.lowering.calls.input_name = cursor.spelling
                value = self.statements.full_value(initial)
                self.lowering.calls.input_name = ""
                self.lowering.at(cursor)
                self.builder.set(variable, convert(value, kind))
        else:
            escapes = self.statements.escapes.has(cursor)
            variable = self.builder.variable(cursor.spelling, kind, Storage.LOCAL, escapes=escapes)
            place = self.lowering.variables[cursor.hash] = VariablePlace(variable)
            self.lowering.calls.input_name = cursor.spelling
            if initial is None:
                self.begin(place, None)
            else:
                with self.statements.full_expression(initial):
                    self.begin(place, initial)
            self.lowering.calls.input_name = ""
        if self.context.atomic_statements and initial is not None:
            make_atomic(self.builder.instructions, start)
        self._note_cleanup(cursor)

    def begin(self, place: VariablePlace, initial: Cursor | None) -> None:
        """The declaration of an object in memory, or a compound literal, is reached. The object lives as long
        as its block. Where not every way through the block passes here, or some way does more than once, it
        begins with the block and gets its value here. (After a label, a large one is made anew instead:
        filling it takes many steps, and programs rarely compare its addresses.)"""
        scope, variable = self.statements.scope_of_block(), place.variable
        if variable.escapes:
            scope.endings.append(Discard(variable, self.builder.loc))
        only_repeated = not (scope.has_jump or scope.entered or self.lowering.branches > scope.branches)
        is_remade = not variable.escapes or size_of(variable.type) > _LARGE
        if self.statements.is_passed_once(scope) or (only_repeated and is_remade):
            self._begin_new(place, initial)
            return
        scope.beginnings.append(Declare(variable, False, self.builder.loc))
        if initial is not None and self.lowering.initializers.is_whole(variable.type, initial):
            self.lowering.assignments.assign_from(place, initial)
        elif initial is not None or scope.has_label:
            new = self.builder.variable(variable.text, variable.type, Storage.LOCAL)
            self._begin_new(VariablePlace(new), initial)
            self.lowering.copies.copy(place, VariablePlace(new))

    def _begin_new(self, place: VariablePlace, initial: Cursor | None) -> None:
        if initial is None:
            self.builder.emit(Declare(place.variable, False, self.builder.loc))
        else:
            self.lowering.initializers.local(place, initial)

    def _note_cleanup(self, cursor: Cursor) -> None:
        """`__attribute__((cleanup(f)))`: f(&variable) is called when the block is left."""
        name = clang.cleanup_function(cursor, self.context.unit)
        if not name:
            return
        place = self.lowering.variables[cursor.hash]
        function = self.context.declaration_named(name, self.context.loc(cursor))
        address = self.lowering.address_of(place)
        call = Call(None, self.lowering.function_address(function), (address,), None, self.builder.loc)
        self.statements.scopes[-1].endings.append(call)

    def _variable_declaration(self, cursor: Cursor) -> None:
        """A variable-length array, or a pointer to one."""
        initial = clang.initializer(cursor)
        if cursor.type.kind == clang.TypeKind.UNEXPOSED:  # typeof(array)
            operand = clang.expressions(cursor)[0]
            kind = self.lowering.capture(lambda: self.lowering.place(operand))[0].type
            self._declare_variable(cursor, kind, initial)
            return
        counts = [part for part in clang.expressions(cursor) if initial is None or part != initial]
        self._declare_variable(cursor, self.lowering.variable_type(cursor.type, counts), initial)

    def _declare_variable(self, cursor: Cursor, kind: Type, initial: Cursor | None) -> None:
        if not isinstance(kind, VariableArrayType | ArrayType):
            variable = self.builder.variable(cursor.spelling, kind, Storage.REGISTER)
            self.lowering.variables[cursor.hash] = VariablePlace(variable)
            if initial is not None:
                self.builder.set(variable, convert(self.lowering.value(initial), kind))
            return
        pointer = self.lowering.types.pointer(kind.element)
        variable = self.builder.variable(cursor.spelling, pointer, Storage.REGISTER)
        whole = Dereference(read_register(variable), kind)
        self.lowering.variables[cursor.hash] = whole
        size = self._array_size(kind)
        self.builder.emit(Allocate(variable, size, integer(0), Region.STACK, self.builder.loc))
        self.statements.scopes[-1].endings.append(
            Free(read_register(variable), Region.STACK, self.builder.loc)
        )

    def _array_size(self, kind: Type) -> Expression:
        match kind:
            case ArrayType(element, count):
                size_type = self.lowering.types.size_type
                return binary(
                    BinaryOperator.MULTIPLY, integer(count, size_type), self._array_size(element), size_type
                )
            case _:
                return self.lowering.size_expression(kind)


def _is_variable(clang_type: clang.ClangType) -> bool:
    """A variable-length array, or pointers to one."""
    canonical = clang_type.get_canonical()
    while canonical.kind in (
        clang.TypeKind.POINTER,
        clang.TypeKind.CONSTANTARRAY,
        clang.TypeKind.INCOMPLETEARRAY,
    ):
        pointer = canonical.kind == clang.TypeKind.POINTER
        canonical = canonical.get_pointee() if pointer else canonical.element_type
    return bool(canonical.kind == clang.TypeKind.VARIABLEARRAY)

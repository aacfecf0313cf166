"""Calls. Records travel through pointers, variadic arguments through one object that the caller lays out.

f(1, record, 2.0, 3)   becomes   copy = record;  rest.0 = 2.0;  rest.1 = 3;  f(1, &copy) with varargs &rest
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from unthread.core.diagnostics import Unsupported
from unthread.frontend import clang
from unthread.frontend.clang import Cursor, CursorKind
from unthread.frontend.declared_by_hand import unfit_argument
from unthread.frontend.expressions import Expressions
from unthread.frontend.havoc import change_arguments, havoc
from unthread.frontend.intrinsics import find_intrinsic
from unthread.frontend.order import Operands
from unthread.frontend.primitives import not_modelled
from unthread.frontend.symbols import unknown_function
from unthread.program.build.fold import convert, integer
from unthread.program.expressions import (
    AddressOf,
    Expression,
    FunctionAddress,
    Member,
    Place,
    Storage,
    VariablePlace,
    read_register,
)
from unthread.program.instructions import Call, Declare, Exit, Scope, Unmodelled
from unthread.program.types import (
    VOID,
    ArrayType,
    Field,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    Type,
    size_of,
)

# Instead of a call: the name that is called, and where.
Handler: TypeAlias = "Callable[[Calls, str, Cursor], Expression | None]"


class Calls:
    def __init__(self, lowering: Expressions) -> None:
        self.lowering = lowering
        self.builder = lowering.builder
        self.types = lowering.types
        self.input_name = ""  # the variable that the next nondeterministic value is for

    def value(self, cursor: Cursor) -> Expression:
        """The scalar result of a call."""
        kind = self.lowering.type_of(cursor)
        result = self._call(cursor, wanted=True)
        if result is None:
            raise Unsupported("value of a call that returns none", self.lowering.context.loc(cursor))
        return convert(result, kind)

    def effect(self, cursor: Cursor) -> None:
        self._call(cursor, wanted=False)

    def record(self, cursor: Cursor) -> Place:
        """The object in which a call returns a record."""
        self.lowering.at(cursor)
        result = self.lowering.places.temporary(self.lowering.type_of(cursor), cursor)
        function = called_function(clang.children(cursor)[0])
        gap = None if function is None else self._gap(function, cursor)
        if function is not None and self._is_havoc(function):
            change_arguments(self, function.spelling, cursor)
        elif gap is not None:
            self.builder.emit(Unmodelled(gap, self.builder.loc))
        else:
            self._ordinary(cursor, result, wanted=True)
        return result

    def _call(self, cursor: Cursor, *, wanted: bool) -> Expression | None:
        function = called_function(clang.children(cursor)[0])
        if function is not None:
            name = function.spelling
            handler = find_intrinsic(name, self.lowering.context, self.arguments(cursor))
            if self._is_havoc(function):
                handler = havoc
            gap = self._gap(function, cursor) if handler is None else None
            if gap is not None:
                handler = not_modelled(gap)
            if handler is not None:
                return handler(self, name, cursor)
        if isinstance(self.lowering.type_of(cursor), RecordType):
            self.record(cursor)
            return None
        result = self._ordinary(cursor, None, wanted=wanted)
        if function is not None and self.lowering.context.ends_unseen(function):
            self.builder.emit(Exit(Scope.PROCESS, integer(1), self.builder.loc))
        return result

    def _is_havoc(self, function: Cursor) -> bool:
        return function.spelling in self.lowering.context.linker.source.havoc

    def _gap(self, function: Cursor, cursor: Cursor) -> str | None:
        """What is not modelled about this call of a function, if anything."""
        context, arguments = self.lowering.context, self.arguments(cursor)
        if context.must_not_guess(function, arguments):
            return unknown_function(function)
        unfit = unfit_argument(function, arguments, self.lowering.type_of(cursor), context)
        return None if unfit is None else f"'{function.spelling}' with {unfit}"

    def arguments(self, cursor: Cursor) -> list[Cursor]:
        return clang.children(cursor)[1:]

    def call_library(self, name: str, arguments: tuple[Expression, ...], result: Type) -> Expression | None:
        """A call of a library function by name."""
        kind = FunctionType(result, tuple(argument.type for argument in arguments))
        address = FunctionAddress(
            self.lowering.context.library_function(name, kind), self.types.pointer(kind)
        )
        return self._emit(address, arguments, None, result, wanted=result != VOID)

    def variadic_library(self, name: str, cursor: Cursor) -> Expression | None:
        """A call of a variadic library function under another name than the one written."""
        pointer = self.lowering.type_of(clang.children(cursor)[0])
        assert isinstance(pointer, PointerType), "functions are called through their address"
        kind = pointer.target
        assert isinstance(kind, FunctionType), "functions are called through their address"
        function = FunctionAddress(self.lowering.context.library_function(name, kind), pointer)
        return self._through(function, cursor, None, wanted=True)

    def ordinary(self, cursor: Cursor) -> None:
        """A call of whatever the program defines under the name."""
        self._ordinary(cursor, None, wanted=False)

    def _ordinary(self, cursor: Cursor, result: Place | None, *, wanted: bool) -> Expression | None:
        function = self._as_defined(self.lowering.value(clang.children(cursor)[0]))
        return self._through(function, cursor, result, wanted=wanted)

    def _as_defined(self, function: Expression) -> Expression:
        """Old code declares `int printf();`, and the function takes its arguments as it always does."""
        match function:
            case FunctionAddress(name, PointerType(FunctionType(prototyped=False))):
                defined = self.lowering.context.linker.defined_type(name)
                if defined is not None and defined.variadic:
                    return FunctionAddress(name, self.types.pointer(defined))
        return function

    def _through(
        self, function: Expression, cursor: Cursor, result: Place | None, *, wanted: bool
    ) -> Expression | None:
        assert isinstance(function.type, PointerType), "functions are called through their address"
        kind = function.type.target
        if not isinstance(kind, FunctionType):
            raise Unsupported("call of something that is not a function", self.lowering.context.loc(cursor))
        values: list[Expression] = []
        if result is not None:
            values.append(self.lowering.address_of(result))
        given = self.arguments(cursor)
        fixed = len(kind.parameters) if kind.prototyped else len(given)
        order = Operands(self.lowering, cursor)
        for position, argument in enumerate(given[:fixed]):
            value = order.add(partial(self._argument, argument))
            if kind.prototyped and not isinstance(kind.parameters[position], RecordType):
                value = convert(value, kind.parameters[position])
            values.append(value)
        varargs = self._variadic(given[fixed:], order, _fills_registers(function)) if kind.variadic else None
        order.finish()
        self.lowering.at(cursor)
        returned = VOID if result is not None else kind.result
        return self._emit(function, tuple(values), varargs, returned, wanted=wanted)

    def _emit(
        self,
        function: Expression,
        values: tuple[Expression, ...],
        varargs: Expression | None,
        result: Type,
        *,
        wanted: bool,
    ) -> Expression | None:
        target = self.builder.temporary(result) if wanted and result != VOID else None
        self.builder.emit(Call(target, function, values, varargs, self.builder.loc))
        return None if target is None else read_register(target)

    def _argument(self, cursor: Cursor) -> Expression:
        kind = self.lowering.type_of(cursor)
        if not isinstance(kind, RecordType):
            return self.lowering.value(cursor)
        source = self.lowering.place(cursor)
        self.lowering.at(cursor)
        copy = self.lowering.places.temporary(kind)
        self.lowering.copies.copy(copy, source)
        return self.lowering.address_of(copy)

    def _variadic(self, cursors: list[Cursor], order: Operands, is_widened: bool = False) -> Expression:
        """The object with the variadic arguments: each takes whole words, in order. With `is_widened`,
        integers are extended to these."""
        nothing = self.types.pointer(VOID)
        if not cursors:
            return integer(0, nothing)
        values: list[Expression | Place] = []
        fields: list[Field] = []
        offset = 0
        for cursor in cursors:
            kind = self.lowering.type_of(cursor)
            if isinstance(kind, RecordType):
                values.append(order.add(partial(self.lowering.place, cursor)))
            else:
                value = order.add(partial(self.lowering.value, cursor))
                if (
                    is_widened
                    and isinstance(value.type, IntType)
                    and size_of(value.type) < self.types.pointer_size
                ):
                    value = convert(value, self.types.offset_type)
                values.append(value)
                kind = value.type
            if self.types.pointer_size == 8 and _is_wide(kind):
                offset = _round_up(offset, 16)
            fields.append(Field(str(len(fields)), kind, offset))
            offset += _round_up(size_of(kind), self.types.pointer_size)
        return self._lay_out(RecordType("varargs", False, tuple(fields), offset, complete=True), values)

    def _lay_out(self, record: RecordType, values: list[Expression | Place]) -> Expression:
        variable = self.builder.variable("varargs", record, Storage.LOCAL)
        self.builder.emit(Declare(variable, False, self.builder.loc))
        for field, value in zip(record.fields, values, strict=True):
            target = Member(VariablePlace(variable), field)
            if isinstance(field.type, RecordType):
                assert not isinstance(value, Expression), "records are given by their place"
                self.lowering.copies.copy(target, value)
            else:
                assert isinstance(value, Expression), "scalars are given by their value"
                self.builder.assign(target, value)
        address = AddressOf(VariablePlace(variable), self.types.pointer(record))
        return convert(address, self.types.pointer(VOID))


def called_function(callee: Cursor) -> Cursor | None:
    """The declaration of the function that is called directly; None for calls through pointers."""
    while callee.kind in (CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR):
        inner = clang.expressions(callee)
        if len(inner) != 1:
            return None
        callee = inner[0]
    if callee.kind == CursorKind.UNARY_OPERATOR and clang.unary_operator(callee) in ("&x", "*x"):
        return called_function(clang.children(callee)[0])
    if callee.kind != CursorKind.DECL_REF_EXPR or callee.referenced is None:
        return None
    return callee.referenced if callee.referenced.kind == CursorKind.FUNCTION_DECL else None


def _fills_registers(function: Expression) -> bool:
    """A system call has its arguments in registers, where a plain 0 is a null pointer, as people write it."""
    return isinstance(function, FunctionAddress) and function.name == "syscall"


def _is_wide(kind: Type) -> bool:
    """Aligned to more than a word on x86-64: long double, __int128 and what contains them."""
    match kind:
        case FloatType(_, size):
            return size == 16
        case IntType(bits):
            return bits == 128
        case ArrayType(element):
            return _is_wide(element)
        case RecordType():
            return any(_is_wide(field.type) for field in kind.fields)
        case _:
            return False


def _round_up(number: int, multiple: int) -> int:
    return -(-number // multiple) * multiple

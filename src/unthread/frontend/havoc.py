"""`--havoc NAME`: a call of a function without a definition gives what its arguments reach any values.

f(&x, name)   becomes   x = input;  each element of the array `name` = input;   and the result is an input

By the types of the arguments as they are written: a pointer reaches one object of its type, unless it is
null; an array that is named, all its elements. It is not known what to write into a pointer, a union or
memory of no known type: a call with such an argument is not modelled. Globals that are not arguments stay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unthread.core.diagnostics import Unsupported
from unthread.frontend import clang
from unthread.frontend.clang import Cursor
from unthread.frontend.primitives import any_value
from unthread.frontend.symbols import is_only_read
from unthread.program.build.fold import dereference, integer, negation
from unthread.program.expressions import AddressOf, Element, Expression, Member, Place, read_register
from unthread.program.instructions import Input
from unthread.program.types import ArrayType, PointerType, RecordType, Type, VoidType, is_scalar, value_type

if TYPE_CHECKING:
    from unthread.frontend.calls import Calls

_MOST_SCALARS = 4096


def havoc(calls: Calls, name: str, cursor: Cursor) -> Expression | None:
    change_arguments(calls, name, cursor)
    return None if isinstance(calls.lowering.type_of(cursor), RecordType) else any_value(calls, name, cursor)


def change_arguments(calls: Calls, name: str, cursor: Cursor) -> None:
    for argument in calls.arguments(cursor):
        if is_only_read(argument):
            calls.lowering.effect(argument)
        else:
            _change(calls, name, clang.without_implicit_casts(argument))


def _change(calls: Calls, name: str, argument: Cursor) -> None:
    lowering, builder = calls.lowering, calls.builder
    kind = lowering.types.of(argument)
    count = _scalars(kind.target if isinstance(kind, PointerType) else kind)
    is_reached = isinstance(kind, PointerType | ArrayType)
    if not is_reached or count is None or count > _MOST_SCALARS:
        message = f"--havoc {name} with an argument of type '{argument.type.spelling}'"
        raise Unsupported(message, lowering.context.loc(argument))
    if isinstance(kind, ArrayType):
        place = lowering.place(argument)
        lowering.at(argument)
        _write(calls, name, place)
    elif isinstance(kind, PointerType):
        pointer = builder.once(lowering.value(argument))
        lowering.at(argument)
        after = builder.label()
        if not isinstance(pointer, AddressOf):
            builder.jump(after, negation(pointer))
        _write(calls, name, dereference(pointer, kind.target))
        builder.place_label(after)


def _scalars(kind: Type) -> int | None:
    """How many scalars are written into an object of this type; None if that would not do."""
    match value_type(kind):
        case ArrayType(element, count):
            inner = _scalars(element)
            return None if inner is None or not count else inner * count
        case RecordType(is_union=False, complete=True) as record:
            parts = [_scalars(field.type) for field in record.fields]
            return sum(part or 0 for part in parts) if None not in parts else None
        case PointerType() | VoidType():
            return None
        case plain:
            return 1 if is_scalar(plain) else None


def _write(calls: Calls, name: str, place: Place) -> None:
    match value_type(place.type):
        case ArrayType(_, count):
            for index in range(count):
                _write(calls, name, Element(place, integer(index, calls.types.offset_type)))
        case RecordType() as record:
            for field in record.fields:
                _write(calls, name, Member(place, field))
        case plain:
            value = calls.builder.temporary(plain)
            calls.builder.emit(Input(value, name, calls.builder.loc))
            calls.builder.assign(place, read_register(value))

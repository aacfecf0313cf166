"""The words of verifiers, and our own primitives for the models, as instructions: nondeterminism, assumptions
and assertions, threads and atomic sections, memory, output."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unthread.core.diagnostics import InputError, Unsupported
from unthread.core.properties import Property, ViolationKind
from unthread.frontend import clang
from unthread.frontend.clang import Cursor, CursorKind, TypeKind
from unthread.frontend.literals import string_units
from unthread.frontend.orders import OrderMark
from unthread.program.build.fold import binary, convert, integer
from unthread.program.expressions import (
    BinaryOperator,
    Constant,
    Expression,
    ObjectSize,
    ThreadSelf,
    read_register,
)
from unthread.program.instructions import (
    Allocate,
    Assert,
    Assume,
    AtomicBegin,
    AtomicEnd,
    BlockUntil,
    Exit,
    FormatText,
    Free,
    Input,
    Print,
    Region,
    Scope,
    Spawn,
    Unmodelled,
)
from unthread.program.types import INT, VOID, RecordType

if TYPE_CHECKING:
    from unthread.frontend.calls import Calls, Handler


# ---- nondeterminism, assumptions, assertions


def any_value(calls: Calls, name: str, cursor: Cursor) -> Expression | None:
    kind = calls.lowering.type_of(cursor)
    if kind == VOID:
        return None
    if isinstance(kind, RecordType):
        raise Unsupported("nondeterministic record", calls.lowering.context.loc(cursor))
    calls.lowering.at(cursor)
    target = calls.builder.temporary(kind)
    calls.builder.emit(
        Input(target, _given_name(calls, cursor) or calls.input_name or name, calls.builder.loc)
    )
    return read_register(target)


def _given_name(calls: Calls, cursor: Cursor) -> str | None:
    """What our own text calls an input."""
    arguments = calls.arguments(cursor)
    return _literal(arguments[0]) if arguments and calls.lowering.context.unit.is_added(cursor) else None


def _any_below(calls: Calls, name: str, cursor: Cursor) -> Expression:
    """Any number less than the argument."""
    limit = calls.lowering.value(calls.arguments(cursor)[0])
    value = any_value(calls, name, cursor)
    assert value is not None, "it is a number"
    condition = binary(BinaryOperator.LESS, value, limit, INT)
    calls.builder.emit(Assume(condition, calls.builder.loc))
    return value


def _check(calls: Calls, name: str, cursor: Cursor) -> None:
    """An assertion with a message of its own."""
    condition, message = calls.arguments(cursor)
    value, text = _condition(calls, condition), _literal(message)
    calls.lowering.at(cursor)
    if not text:
        raise InputError(f"{name} needs a message as a literal", calls.builder.loc)
    calls.builder.emit(Assert(value, Property.REACH, text, calls.builder.loc, goes_on=True))


def nothing(calls: Calls, name: str, cursor: Cursor) -> Expression | None:
    """Only the arguments are computed."""
    for argument in calls.arguments(cursor):
        calls.lowering.effect(argument)
    return any_value(calls, name, cursor)


_REPORT = "__ut_report"  # an assertion after which the model continues where it is not checked
_ABORTED = 134  # the status a shell shows for a process that aborted


def _condition(calls: Calls, cursor: Cursor) -> Expression:
    """What is asked to hold. A pointer given for an int stays a pointer: it is compared with null."""
    if cursor.kind == CursorKind.UNEXPOSED_EXPR and cursor.type.get_canonical().kind != TypeKind.POINTER:
        inner = clang.expressions(cursor)
        if len(inner) == 1 and inner[0].type.get_canonical().kind == TypeKind.POINTER:
            return calls.lowering.value(inner[0])
    return calls.lowering.value(cursor)


def _assume(calls: Calls, name: str, cursor: Cursor) -> None:
    condition = _condition(calls, calls.arguments(cursor)[0])
    calls.lowering.at(cursor)
    calls.builder.emit(Assume(condition, calls.builder.loc))


def _assert(calls: Calls, name: str, cursor: Cursor) -> None:
    condition, *rest = calls.arguments(cursor)
    value = _condition(calls, condition)
    text = (_literal(rest[0]) if rest else None) or ""
    calls.lowering.at(cursor)
    calls.builder.emit(_user_assertion(calls, value, text))


def _error(calls: Calls, name: str, cursor: Cursor) -> None:
    for argument in calls.arguments(cursor):
        calls.lowering.effect(argument)
    calls.lowering.at(cursor)
    message, kind = f"{name}() is reached", ViolationKind.ERROR_CALL
    calls.builder.emit(Assert(integer(0), Property.REACH, message, calls.builder.loc, True, kind, name))
    if calls.lowering.context.defines(name) and not calls.arguments(cursor):
        calls.ordinary(cursor)  # where the error is not looked for


def _assert_fail(calls: Calls, name: str, cursor: Cursor) -> None:
    text = next((text for text in map(_literal, calls.arguments(cursor)) if text), "")
    calls.lowering.at(cursor)
    _fail(calls, text)


def _user_assertion(calls: Calls, value: Expression, text: str) -> Assert:
    message = f"assertion violated: {text}" if text else "assertion violated"
    return Assert(value, Property.REACH, message, calls.builder.loc, goes_on=True, text=text)


def _fail(calls: Calls, text: str) -> None:
    """Whether failed assertions are looked for or not, the process ends."""
    calls.builder.emit(_user_assertion(calls, integer(0), text))
    calls.builder.emit(Exit(Scope.PROCESS, integer(_ABORTED), calls.builder.loc))


def _checked(calls: Calls, name: str, cursor: Cursor) -> None:
    condition, kind, message = calls.arguments(cursor)
    value = calls.lowering.value(condition)
    calls.lowering.at(cursor)
    property_name, text = _literal(kind), _literal(message)
    if property_name not in set(Property) or text is None:
        raise InputError(f"{name} needs a property and a message as literals", calls.builder.loc)
    goes_on = name == _REPORT
    calls.builder.emit(Assert(value, Property(property_name), text, calls.builder.loc, goes_on))


def _assert_function(calls: Calls, name: str, cursor: Cursor) -> None:
    """`assert` called without its header."""
    value = _condition(calls, calls.arguments(cursor)[0])
    calls.lowering.at(cursor)
    text = clang.written(cursor).removeprefix("assert").strip()
    holds = calls.builder.label("holds")
    calls.builder.jump(holds, value)
    _fail(calls, text)
    calls.builder.place_label(holds)


def _block_until(calls: Calls, name: str, cursor: Cursor) -> None:
    lowering = calls.lowering
    lowering.pure = True
    try:
        condition, effects = lowering.capture(lambda: lowering.value(calls.arguments(cursor)[0]))
    finally:
        lowering.pure = False
    lowering.at(cursor)
    if effects:
        raise InputError("the condition of __ut_block_until has effects", calls.builder.loc)
    calls.builder.emit(BlockUntil(condition, calls.builder.loc))


# ---- threads, atomic sections, ends


def _atomic_begin(calls: Calls, name: str, cursor: Cursor) -> None:
    calls.lowering.at(cursor)
    calls.builder.emit(AtomicBegin(calls.builder.loc))


def _atomic_end(calls: Calls, name: str, cursor: Cursor) -> None:
    calls.lowering.at(cursor)
    calls.builder.emit(AtomicEnd(calls.builder.loc))


def _order(calls: Calls, name: str, cursor: Cursor) -> None:
    """The order that an access or a fence asks for. `const` variables are constants for clang alone."""
    [argument] = calls.arguments(cursor)
    order = calls.lowering.value(argument)
    calls.builder.once(order)  # what goes wrong in it does so here
    if not isinstance(order, Constant):
        known = clang.evaluate(argument)
        order = integer(known) if isinstance(known, int) else order
    calls.lowering.at(cursor)
    calls.lowering.context.mark_order(OrderMark(calls.builder.loc, order, name == "__ut_fence"))


def _self(calls: Calls, name: str, cursor: Cursor) -> Expression:
    return ThreadSelf(calls.lowering.type_of(cursor))


def _spawn(calls: Calls, name: str, cursor: Cursor) -> Expression:
    start, argument = (calls.lowering.value(item) for item in calls.arguments(cursor))
    calls.lowering.at(cursor)
    target = calls.builder.temporary(INT)
    calls.builder.emit(Spawn(target, start, argument, calls.builder.loc))
    return read_register(target)


def _exit_thread(calls: Calls, name: str, cursor: Cursor) -> None:
    calls.lowering.at(cursor)
    calls.builder.emit(Exit(Scope.THREAD, integer(0), calls.builder.loc))


def _exit_process(calls: Calls, name: str, cursor: Cursor) -> None:
    status = calls.lowering.value(calls.arguments(cursor)[0])
    calls.lowering.at(cursor)
    calls.builder.emit(Exit(Scope.PROCESS, status, calls.builder.loc))


# ---- memory, output


def _alloc(calls: Calls, name: str, cursor: Cursor) -> Expression:
    size, zeroed = (calls.lowering.value(item) for item in calls.arguments(cursor))
    return allocate(calls, cursor, size, zeroed, Region.HEAP)


def allocate(
    calls: Calls, cursor: Cursor, size: Expression, zeroed: Expression, region: Region
) -> Expression:
    calls.lowering.at(cursor)
    target = calls.builder.temporary(calls.types.pointer(VOID))
    calls.builder.emit(Allocate(target, size, zeroed, region, calls.builder.loc))
    return read_register(target)


def _free(calls: Calls, name: str, cursor: Cursor) -> None:
    pointer = calls.lowering.value(calls.arguments(cursor)[0])
    calls.lowering.at(cursor)
    calls.builder.emit(Free(pointer, Region.HEAP, calls.builder.loc))


def _object_size(calls: Calls, name: str, cursor: Cursor) -> Expression:
    return ObjectSize(calls.lowering.value(calls.arguments(cursor)[0]), calls.types.size_type)


def _print(calls: Calls, name: str, cursor: Cursor) -> Expression:
    stream, text, rest = (calls.lowering.value(item) for item in calls.arguments(cursor))
    calls.lowering.at(cursor)
    target = calls.builder.temporary(INT)
    calls.builder.emit(Print(target, stream, text, rest, calls.builder.loc))
    return read_register(target)


def _format(calls: Calls, name: str, cursor: Cursor) -> Expression:
    buffer, limit, text, rest = (calls.lowering.value(item) for item in calls.arguments(cursor))
    calls.lowering.at(cursor)
    target = calls.builder.temporary(INT)
    calls.builder.emit(FormatText(target, buffer, limit, text, rest, calls.builder.loc))
    return read_register(target)


def _varargs(calls: Calls, name: str, cursor: Cursor) -> Expression:
    variable = calls.lowering.statements.varargs
    if variable is None:
        raise InputError("va_start outside a variadic function", calls.lowering.context.loc(cursor))
    return read_register(variable)


def _read_char(calls: Calls, name: str, cursor: Cursor) -> Expression:
    """The next byte of standard input, or -1."""
    calls.lowering.at(cursor)
    target = calls.builder.temporary(INT)
    calls.builder.emit(Input(target, "stdin", calls.builder.loc))
    value = read_register(target)
    for limit, operator in ((-1, BinaryOperator.GREATER_EQUAL), (255, BinaryOperator.LESS_EQUAL)):
        calls.builder.emit(Assume(binary(operator, value, integer(limit), INT), calls.builder.loc))
    return value


def _unmodelled(calls: Calls, name: str, cursor: Cursor) -> None:
    arguments = calls.arguments(cursor)
    what = (_literal(arguments[0]) if arguments else None) or name
    calls.lowering.at(cursor)
    calls.builder.emit(Unmodelled(what, calls.builder.loc))


def not_modelled(what: str) -> Handler:
    def handler(calls: Calls, name: str, cursor: Cursor) -> Expression | None:
        calls.lowering.at(cursor)
        calls.builder.emit(Unmodelled(what, calls.builder.loc))
        kind = calls.lowering.type_of(cursor)
        return None if kind == VOID else convert(integer(0), kind)

    return handler


def _literal(cursor: Cursor) -> str | None:
    """The text of a string literal argument."""
    while cursor.kind in (CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR, CursorKind.CSTYLE_CAST_EXPR):
        inner = clang.expressions(cursor)
        if len(inner) != 1:
            return None
        cursor = inner[0]
    if cursor.kind != CursorKind.STRING_LITERAL:
        return None
    return bytes(string_units(cursor.spelling, 1)).decode("utf-8", "replace")


PRIMITIVES: dict[str, Handler] = {
    "__VERIFIER_atomic_begin": _atomic_begin,
    "__VERIFIER_atomic_end": _atomic_end,
    "__CPROVER_atomic_begin": _atomic_begin,
    "__CPROVER_atomic_end": _atomic_end,
    "__ESBMC_atomic_begin": _atomic_begin,
    "__ESBMC_atomic_end": _atomic_end,
    "__ut_atomic_begin": _atomic_begin,
    "__ut_atomic_end": _atomic_end,
    "__ut_order": _order,
    "__ut_fence": _order,
    "__VERIFIER_assume": _assume,
    "__CPROVER_assume": _assume,
    "__ESBMC_assume": _assume,
    "__ut_assume": _assume,
    "__CPROVER_assert": _assert,
    "__ESBMC_assert": _assert,
    "assert": _assert_function,
    "__VERIFIER_error": _error,
    "reach_error": _error,
    "__assert_fail": _assert_fail,
    "__assert_rtn": _assert_fail,
    "__assert": _assert_fail,
    "__ut_assert": _checked,
    _REPORT: _checked,
    "__ut_block_until": _block_until,
    "__ut_self": _self,
    "__ut_spawn": _spawn,
    "__ut_exit_thread": _exit_thread,
    "__ut_exit_process": _exit_process,
    "__ut_alloc": _alloc,
    "__ut_free": _free,
    "__ut_object_size": _object_size,
    "__ut_print": _print,
    "__ut_format": _format,
    "__ut_varargs": _varargs,
    "__ut_read_char": _read_char,
    "__ut_unmodelled": _unmodelled,
    "unthread_any_below": _any_below,
    "unthread_assume": _assume,
    "unthread_check": _check,
    "unthread_atomic_begin": _atomic_begin,
    "unthread_atomic_end": _atomic_end,
}

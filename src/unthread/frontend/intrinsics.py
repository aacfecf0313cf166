"""Functions that the front end turns into instructions instead of calls: verifier intrinsics, our own
primitives, and compiler built-ins. One row of a table each."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from unthread.core.diagnostics import InputError, Unsupported
from unthread.core.properties import Property
from unthread.frontend import clang
from unthread.frontend.clang import Cursor, CursorKind
from unthread.frontend.literals import string_units
from unthread.program.expressions import (
    BinaryOperator,
    Conditional,
    Constant,
    Expression,
    ObjectSize,
    ThreadSelf,
    UnaryOperator,
    read_register,
)
from unthread.program.floats import parse_float
from unthread.program.fold import binary, convert, dereference, integer, negation, truth, unary
from unthread.program.instructions import (
    Allocate,
    Assert,
    Assume,
    AtomicBegin,
    AtomicEnd,
    BlockUntil,
    Exit,
    Format,
    Free,
    Input,
    Print,
    Region,
    Scope,
    Spawn,
    Unmodelled,
)
from unthread.program.types import INT, VOID, FloatType, IntType, PointerType, RecordType, bits_of

if TYPE_CHECKING:
    from unthread.frontend.calls import Calls
    from unthread.frontend.unit import UnitContext

Handler: TypeAlias = "Callable[[Calls, str, Cursor], Expression | None]"


# ---- nondeterminism, assumptions, assertions


def _input(calls: Calls, name: str, cursor: Cursor) -> Expression | None:
    kind = calls.lowering.type_of(cursor)
    if kind == VOID:
        return None
    if isinstance(kind, RecordType):
        raise Unsupported("nondeterministic record", calls.lowering.context.loc(cursor))
    calls.lowering.at(cursor)
    target = calls.builder.temporary(kind)
    calls.builder.emit(Input(target, calls.input_name or name, calls.builder.loc))
    return read_register(target)


def _assume(calls: Calls, name: str, cursor: Cursor) -> None:
    condition = calls.lowering.value(calls.arguments(cursor)[0])
    calls.lowering.at(cursor)
    calls.builder.emit(Assume(condition, calls.builder.loc))


def _assert(calls: Calls, name: str, cursor: Cursor) -> None:
    condition, *rest = calls.arguments(cursor)
    value = calls.lowering.value(condition)
    text = _literal(rest[0]) if rest else None
    message = f"assertion violated: {text}" if text else "assertion violated"
    calls.lowering.at(cursor)
    calls.builder.emit(Assert(value, Property.REACH, message, calls.builder.loc))


def _error(calls: Calls, name: str, cursor: Cursor) -> None:
    for argument in calls.arguments(cursor):
        calls.lowering.effect(argument)
    calls.lowering.at(cursor)
    calls.builder.emit(Assert(integer(0), Property.REACH, f"{name}() is reached", calls.builder.loc))


def _assert_fail(calls: Calls, name: str, cursor: Cursor) -> None:
    text = next((text for text in map(_literal, calls.arguments(cursor)) if text), None)
    message = f"assertion violated: {text}" if text else "assertion violated"
    calls.lowering.at(cursor)
    calls.builder.emit(Assert(integer(0), Property.REACH, message, calls.builder.loc))


def _checked(calls: Calls, name: str, cursor: Cursor) -> None:
    condition, kind, message = calls.arguments(cursor)
    value = calls.lowering.value(condition)
    calls.lowering.at(cursor)
    property_name, text = _literal(kind), _literal(message)
    if property_name not in set(Property) or text is None:
        raise InputError("__ut_assert needs a property and a message as literals", calls.builder.loc)
    calls.builder.emit(Assert(value, Property(property_name), text, calls.builder.loc))


def _assert_function(calls: Calls, name: str, cursor: Cursor) -> None:
    """`assert` called without its header."""
    value = calls.lowering.value(calls.arguments(cursor)[0])
    calls.lowering.at(cursor)
    text = clang.written(cursor).removeprefix("assert").strip()
    calls.builder.emit(Assert(value, Property.REACH, f"assertion violated: {text}", calls.builder.loc))


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
    return _allocate(calls, cursor, size, zeroed, Region.HEAP)


def _alloca(calls: Calls, name: str, cursor: Cursor) -> Expression:
    size = calls.lowering.value(calls.arguments(cursor)[0])
    return _allocate(calls, cursor, convert(size, calls.types.size_type), integer(0), Region.STACK)


def _allocate(
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
    calls.builder.emit(Format(target, buffer, limit, text, rest, calls.builder.loc))
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


# ---- compiler built-ins


def _first(calls: Calls, name: str, cursor: Cursor) -> Expression:
    """__builtin_expect and others that give their first argument."""
    first, *rest = calls.arguments(cursor)
    value = calls.lowering.value(first)
    for argument in rest:
        calls.lowering.effect(argument)
    return value


def _nothing(calls: Calls, name: str, cursor: Cursor) -> None:
    for argument in calls.arguments(cursor):
        calls.lowering.effect(argument)


def _unreachable(calls: Calls, name: str, cursor: Cursor) -> None:
    calls.lowering.at(cursor)
    message = f"{name}() is reached"
    calls.builder.emit(Assert(integer(0), Property.ARITH, message, calls.builder.loc))
    calls.builder.emit(Assume(integer(0), calls.builder.loc))


def _constant(calls: Calls, name: str, cursor: Cursor) -> Expression:
    """Built-ins that clang evaluates: __builtin_inf() and its like."""
    return calls.lowering.evaluated(cursor)


def _constant_p(calls: Calls, name: str, cursor: Cursor) -> Expression:
    value = clang.evaluate(cursor)
    return integer(int(bool(value)), calls.lowering.type_of(cursor))


def _builtin_object_size(calls: Calls, name: str, cursor: Cursor) -> Expression:
    value = clang.evaluate(cursor)
    return integer(value if isinstance(value, int) else -1, calls.lowering.type_of(cursor))


def _count_bits(operator: UnaryOperator) -> Handler:
    def handler(calls: Calls, name: str, cursor: Cursor) -> Expression:
        operand = calls.lowering.value(calls.arguments(cursor)[0])
        return convert(unary(operator, operand, operand.type), calls.lowering.type_of(cursor))

    return handler


def _parity(calls: Calls, name: str, cursor: Cursor) -> Expression:
    operand = calls.lowering.value(calls.arguments(cursor)[0])
    ones = unary(UnaryOperator.ONES, operand, operand.type)
    return convert(binary(BinaryOperator.AND, ones, integer(1, operand.type), operand.type), INT)


def _find_first_set(calls: Calls, name: str, cursor: Cursor) -> Expression:
    operand = calls.builder.once(calls.lowering.value(calls.arguments(cursor)[0]))
    unsigned = convert(operand, IntType(bits_of(operand.type), False))
    zeros = convert(unary(UnaryOperator.TRAILING_ZEROS, unsigned, unsigned.type), INT)
    return Conditional(operand, binary(BinaryOperator.ADD, zeros, integer(1), INT), integer(0), INT)


def _redundant_sign_bits(calls: Calls, name: str, cursor: Cursor) -> Expression:
    """clrsb(x): leading bits equal to the sign bit, the sign bit itself not counted."""
    operand = calls.builder.once(calls.lowering.value(calls.arguments(cursor)[0]))
    bits = bits_of(operand.type)
    unsigned = IntType(bits, False)
    sign = binary(BinaryOperator.SHIFT_RIGHT, operand, integer(bits - 1), operand.type)
    flipped = convert(binary(BinaryOperator.XOR, operand, sign, operand.type), unsigned)
    zeros = convert(unary(UnaryOperator.LEADING_ZEROS, flipped, unsigned), INT)
    return binary(BinaryOperator.SUBTRACT, zeros, integer(1), INT)


_OVERFLOW = {"add": BinaryOperator.ADD, "sub": BinaryOperator.SUBTRACT, "mul": BinaryOperator.MULTIPLY}


def _overflow(calls: Calls, name: str, cursor: Cursor) -> Expression:
    """__builtin_add_overflow(a, b, &result): exact arithmetic in a type wide enough for any result."""
    match = re.search(r"(add|sub|mul)", name)
    assert match is not None
    a, b, target = (calls.lowering.value(item) for item in calls.arguments(cursor))
    assert isinstance(target.type, PointerType)
    kind = target.type.target
    wide = IntType(2 * max(bits_of(a.type), bits_of(b.type), bits_of(kind)) + 2, True)
    calls.lowering.at(cursor)
    exact = calls.builder.hold(binary(_OVERFLOW[match.group(1)], convert(a, wide), convert(b, wide), wide))
    result = convert(exact, kind)
    calls.builder.assign(dereference(target, kind), result)
    return convert(
        binary(BinaryOperator.NOT_EQUAL, convert(result, wide), exact, INT), calls.lowering.type_of(cursor)
    )


def _overflow_p(calls: Calls, name: str, cursor: Cursor) -> Expression:
    match = re.search(r"(add|sub|mul)", name)
    assert match is not None
    a, b, like = (calls.lowering.value(item) for item in calls.arguments(cursor))
    wide = IntType(2 * max(bits_of(a.type), bits_of(b.type), bits_of(like.type)) + 2, True)
    exact = calls.builder.hold(binary(_OVERFLOW[match.group(1)], convert(a, wide), convert(b, wide), wide))
    narrowed = convert(convert(exact, like.type), wide)
    return convert(binary(BinaryOperator.NOT_EQUAL, narrowed, exact, INT), calls.lowering.type_of(cursor))


def _float_unary(operator: UnaryOperator) -> Handler:
    def handler(calls: Calls, name: str, cursor: Cursor) -> Expression:
        operand = calls.lowering.value(calls.arguments(cursor)[0])
        tests = (UnaryOperator.IS_NAN, UnaryOperator.IS_INFINITE, UnaryOperator.SIGN_BIT)
        kind = INT if operator in tests else operand.type
        return convert(unary(operator, operand, kind), calls.lowering.type_of(cursor))

    return handler


def _is_finite(calls: Calls, name: str, cursor: Cursor) -> Expression:
    operand = calls.builder.once(calls.lowering.value(calls.arguments(cursor)[0]))
    nan = unary(UnaryOperator.IS_NAN, operand, INT)
    infinite = unary(UnaryOperator.IS_INFINITE, operand, INT)
    return truth(negation(binary(BinaryOperator.OR, nan, infinite, INT)))


_ORDERED = {
    "isgreater": BinaryOperator.GREATER,
    "isgreaterequal": BinaryOperator.GREATER_EQUAL,
    "isless": BinaryOperator.LESS,
    "islessequal": BinaryOperator.LESS_EQUAL,
}


def _compare_floats(calls: Calls, name: str, cursor: Cursor) -> Expression:
    a, b = (calls.builder.once(calls.lowering.value(item)) for item in calls.arguments(cursor))
    short = name.removeprefix("__builtin_")
    if short in _ORDERED:
        return binary(_ORDERED[short], a, b, INT)
    if short == "isunordered":
        nans = [unary(UnaryOperator.IS_NAN, item, INT) for item in (a, b)]
        return binary(BinaryOperator.OR, nans[0], nans[1], INT)
    less = binary(BinaryOperator.LESS, a, b, INT)
    return binary(BinaryOperator.OR, less, binary(BinaryOperator.GREATER, a, b, INT), INT)


def _library(calls: Calls, name: str, cursor: Cursor) -> Expression | None:
    """__builtin_memcpy(...) is memcpy(...); __builtin___memcpy_chk(..., size) as well."""
    target = name.removeprefix("__builtin_")
    arguments = calls.arguments(cursor)
    checked = re.fullmatch(r"__(\w+)_chk", target)
    if checked:
        target, arguments = checked.group(1), arguments[:-1]
    kind = calls.lowering.type_of(cursor)
    values = tuple(calls.lowering.value(item) for item in arguments)
    calls.lowering.at(cursor)
    return calls.call_library(target, values, kind)


def _builtin_printf(calls: Calls, name: str, cursor: Cursor) -> Expression | None:
    """Variadic built-ins are called under their plain name, with the built-in's type."""
    plain = name.removeprefix("__builtin_")
    return calls.variadic_library(plain, cursor)


def _trap(calls: Calls, name: str, cursor: Cursor) -> None:
    calls.lowering.at(cursor)
    calls.call_library("abort", (), VOID)


def _infinity_sign(calls: Calls, name: str, cursor: Cursor) -> Expression:
    """isinf_sign(x): 1 or -1 for an infinity, otherwise 0."""
    operand = calls.builder.once(calls.lowering.value(calls.arguments(cursor)[0]))
    sign = Conditional(unary(UnaryOperator.SIGN_BIT, operand, INT), integer(-1), integer(1), INT)
    return Conditional(unary(UnaryOperator.IS_INFINITE, operand, INT), sign, integer(0), INT)


_LEAST_NORMAL = {32: "0x1p-126", 64: "0x1p-1022", 80: "0x1p-16382"}


def _classify(calls: Calls, name: str, cursor: Cursor) -> Expression:
    """fpclassify(nan, infinite, normal, subnormal, zero, x): one of the first five."""
    *given, last = calls.arguments(cursor)
    nan, infinite, normal, subnormal, zero = (calls.lowering.value(item) for item in given)
    operand = calls.builder.once(calls.lowering.value(last))
    return _class(operand, nan, infinite, normal, subnormal, zero)


def _is_normal(calls: Calls, name: str, cursor: Cursor) -> Expression:
    operand = calls.builder.once(calls.lowering.value(calls.arguments(cursor)[0]))
    no = integer(0)
    return _class(operand, no, no, integer(1), no, no)


def _class(
    operand: Expression,
    nan: Expression,
    infinite: Expression,
    normal: Expression,
    subnormal: Expression,
    zero: Expression,
) -> Expression:
    assert isinstance(operand.type, FloatType), "only floating numbers are classified"
    least = Constant(parse_float(_LEAST_NORMAL[operand.type.bits], operand.type.bits), operand.type)
    size = unary(UnaryOperator.ABSOLUTE, operand, operand.type)
    finite = Conditional(
        binary(BinaryOperator.GREATER_EQUAL, size, least, INT),
        normal,
        Conditional(operand, subnormal, zero, INT),
        INT,
    )
    number = Conditional(unary(UnaryOperator.IS_INFINITE, operand, INT), infinite, finite, INT)
    return Conditional(unary(UnaryOperator.IS_NAN, operand, INT), nan, number, INT)


def _copy_sign(calls: Calls, name: str, cursor: Cursor) -> Expression:
    size, sign = (calls.builder.once(calls.lowering.value(item)) for item in calls.arguments(cursor))
    positive = unary(UnaryOperator.ABSOLUTE, size, size.type)
    negative = unary(UnaryOperator.NEGATE, positive, size.type)
    return Conditional(unary(UnaryOperator.SIGN_BIT, sign, INT), negative, positive, size.type)


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


_TABLE: dict[str, Handler] = {
    "__VERIFIER_atomic_begin": _atomic_begin,
    "__VERIFIER_atomic_end": _atomic_end,
    "__CPROVER_atomic_begin": _atomic_begin,
    "__CPROVER_atomic_end": _atomic_end,
    "__ESBMC_atomic_begin": _atomic_begin,
    "__ESBMC_atomic_end": _atomic_end,
    "__ut_atomic_begin": _atomic_begin,
    "__ut_atomic_end": _atomic_end,
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
    "alloca": _alloca,
    "__builtin_alloca": _alloca,
    "__builtin_alloca_with_align": _alloca,
    "__builtin_expect": _first,
    "__builtin_expect_with_probability": _first,
    "__builtin_assume_aligned": _first,
    "__builtin_launder": _first,
    "__builtin_prefetch": _nothing,
    "__builtin_assume": _nothing,
    "__builtin_ia32_pause": _nothing,
    "__builtin_unreachable": _unreachable,
    "__builtin_trap": _trap,
    "__builtin_debugtrap": _trap,
    "__builtin_constant_p": _constant_p,
    "__builtin_object_size": _builtin_object_size,
    "__builtin_dynamic_object_size": _builtin_object_size,
    "__builtin_frame_address": not_modelled("__builtin_frame_address"),
    "__builtin_return_address": not_modelled("__builtin_return_address"),
    "setjmp": not_modelled("setjmp"),
    "_setjmp": not_modelled("setjmp"),
    "sigsetjmp": not_modelled("setjmp"),
    "longjmp": not_modelled("longjmp"),
    "_longjmp": not_modelled("longjmp"),
    "siglongjmp": not_modelled("longjmp"),
    "vfork": not_modelled("vfork"),
    "fork": not_modelled("fork"),
}
for _suffix in ("", "l", "ll"):
    _TABLE |= {
        f"__builtin_clz{_suffix}": _count_bits(UnaryOperator.LEADING_ZEROS),
        f"__builtin_ctz{_suffix}": _count_bits(UnaryOperator.TRAILING_ZEROS),
        f"__builtin_popcount{_suffix}": _count_bits(UnaryOperator.ONES),
        f"__builtin_parity{_suffix}": _parity,
        f"__builtin_ffs{_suffix}": _find_first_set,
        f"ffs{_suffix}": _find_first_set,
        f"__builtin_clrsb{_suffix}": _redundant_sign_bits,
    }
for _suffix in ("16", "32", "64"):
    _TABLE[f"__builtin_bswap{_suffix}"] = _count_bits(UnaryOperator.SWAP_BYTES)
for _operation in ("add", "sub", "mul"):
    _TABLE[f"__builtin_{_operation}_overflow"] = _overflow
    _TABLE[f"__builtin_{_operation}_overflow_p"] = _overflow_p
    for _suffix in ("", "l", "ll"):
        _TABLE[f"__builtin_s{_operation}{_suffix}_overflow"] = _overflow
        _TABLE[f"__builtin_u{_operation}{_suffix}_overflow"] = _overflow
for _suffix in ("", "f", "l"):
    for _prefix in ("", "__builtin_"):
        _TABLE[f"{_prefix}fabs{_suffix}"] = _float_unary(UnaryOperator.ABSOLUTE)
        _TABLE[f"{_prefix}copysign{_suffix}"] = _copy_sign
        _TABLE[f"{_prefix}sqrt{_suffix}"] = _float_unary(UnaryOperator.ROOT)
    for _constant_name in ("inf", "huge_val", "nan", "nans"):
        _TABLE[f"__builtin_{_constant_name}{_suffix}"] = _constant
    for _prefix in ("", "__", "__builtin_"):
        _TABLE[f"{_prefix}isnan{_suffix}"] = _float_unary(UnaryOperator.IS_NAN)
        _TABLE[f"{_prefix}isinf{_suffix}"] = _float_unary(UnaryOperator.IS_INFINITE)
        _TABLE[f"{_prefix}signbit{_suffix}"] = _float_unary(UnaryOperator.SIGN_BIT)
        _TABLE[f"{_prefix}finite{_suffix}"] = _is_finite
_TABLE["__builtin_isfinite"] = _is_finite
_TABLE["__builtin_isinf_sign"] = _infinity_sign
_TABLE["__builtin_isnormal"] = _is_normal
_TABLE["__builtin_fpclassify"] = _classify
for _comparison in (*_ORDERED, "isunordered", "islessgreater"):
    _TABLE[f"__builtin_{_comparison}"] = _compare_floats

# These mean what they say whatever the program defines under the name.
_ALWAYS = {"reach_error", "__VERIFIER_error", "__VERIFIER_atomic_begin", "__VERIFIER_atomic_end"}

_NONDETERMINISTIC = re.compile(
    r"(__VERIFIER_nondet|__ut_nondet|__CPROVER_nondet|nondet|__nondet|__ESBMC_nondet)(_\w+)?"
)
# What other checkers build in means more than any value. Some of it is for their reports alone.
_PEERS = ("__CPROVER_", "__ESBMC_")
_HARMLESS = re.compile(r"__CPROVER_(fence|input|output|cover|printf)|__ESBMC_(yield|cover|printf)")


def find_intrinsic(name: str, context: UnitContext) -> Handler | None:
    """What to do instead of calling `name`; None if it is an ordinary function."""
    if name not in _ALWAYS and context.defines(name):
        return None
    if name in _TABLE:
        return _TABLE[name]
    if _NONDETERMINISTIC.fullmatch(name):
        return _input
    if name.startswith("__builtin_"):
        plain = name.removeprefix("__builtin_")
        if plain in ("printf", "sprintf", "snprintf", "fprintf"):
            return _builtin_printf
        checked = re.fullmatch(r"__(\w+)_chk", plain)
        if context.has_model(checked.group(1) if checked else plain):
            return _library
        return not_modelled(name)
    if name.startswith(_PEERS) and not _HARMLESS.fullmatch(name) and not context.has_model(name):
        return not_modelled(name)
    return None

"""What gcc builds in, floating numbers apart: hints, bits, overflow, library functions by another name."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from unthread.core.diagnostics import Unsupported
from unthread.core.properties import Property, ViolationKind
from unthread.frontend import clang
from unthread.frontend.clang import Cursor
from unthread.frontend.primitives import allocate, not_modelled, nothing
from unthread.program.build.fold import binary, convert, dereference, integer, unary
from unthread.program.expressions import BinaryOperator, Conditional, Constant, Expression, UnaryOperator
from unthread.program.instructions import Assert, Assume, AtomicBegin, AtomicEnd, Region
from unthread.program.types import INT, VOID, IntType, PointerType, bits_of, value_type

if TYPE_CHECKING:
    from unthread.frontend.calls import Calls, Handler


def _alloca(calls: Calls, name: str, cursor: Cursor) -> Expression:
    size = calls.lowering.value(calls.arguments(cursor)[0])
    return allocate(calls, cursor, convert(size, calls.types.size_type), integer(0), Region.STACK)


def _first(calls: Calls, name: str, cursor: Cursor) -> Expression:
    """__builtin_expect and others that give their first argument."""
    first, *rest = calls.arguments(cursor)
    value = calls.lowering.value(first)
    for argument in rest:
        calls.lowering.effect(argument)
    return value


def _unreachable(calls: Calls, name: str, cursor: Cursor) -> None:
    calls.lowering.at(cursor)
    message = f"{name}() is reached"
    loc, kind = calls.builder.loc, ViolationKind.UNDEFINED
    calls.builder.emit(Assert(integer(0), Property.ARITH, message, loc, kind=kind))
    calls.builder.emit(Assume(integer(0), calls.builder.loc))


def _constant_p(calls: Calls, name: str, cursor: Cursor) -> Expression:
    value = clang.evaluate(cursor)
    return integer(int(bool(value)), calls.lowering.type_of(cursor))


def _builtin_object_size(calls: Calls, name: str, cursor: Cursor) -> Expression:
    value = clang.evaluate(cursor)
    return integer(value if isinstance(value, int) else -1, calls.lowering.type_of(cursor))


def _count_zeros(operator: UnaryOperator) -> Handler:
    """For zero, the result is undefined."""

    def handler(calls: Calls, name: str, cursor: Cursor) -> Expression:
        operand = calls.lowering.value(calls.arguments(cursor)[0])
        is_known = isinstance(operand, Constant) and operand.value != 0
        if not (is_known or calls.lowering.pure or calls.lowering.context.library):
            operand = calls.builder.once(operand)
            calls.lowering.at(cursor)
            is_other = binary(BinaryOperator.NOT_EQUAL, operand, convert(integer(0), operand.type), INT)
            loc, kind = calls.builder.loc, ViolationKind.UNDEFINED
            calls.builder.emit(Assert(is_other, Property.ARITH, f"{name} of zero", loc, kind=kind))
        return convert(unary(operator, operand, operand.type), calls.lowering.type_of(cursor))

    return handler


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
    kind = value_type(target.type.target)
    wide = IntType(2 * max(bits_of(a.type), bits_of(b.type), bits_of(kind)) + 2, True)
    calls.lowering.at(cursor)
    exact = calls.builder.hold(binary(_OVERFLOW[match.group(1)], convert(a, wide), convert(b, wide), wide))
    result = convert(exact, kind)
    calls.builder.assign(dereference(target, target.type.target), result)
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


def call_library(calls: Calls, name: str, cursor: Cursor) -> Expression | None:
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


def call_variadic_library(calls: Calls, name: str, cursor: Cursor) -> Expression | None:
    """Variadic built-ins are called under their plain name, with the built-in's type."""
    plain = name.removeprefix("__builtin_")
    return calls.variadic_library(plain, cursor)


# What the prelude has no macro for: the greater and the lesser, and names with a size.
_NEW_VALUE: dict[str, BinaryOperator] = {
    "add": BinaryOperator.ADD,
    "sub": BinaryOperator.SUBTRACT,
    "and": BinaryOperator.AND,
    "or": BinaryOperator.OR,
    "xor": BinaryOperator.XOR,
    "nand": BinaryOperator.AND,
    "max": BinaryOperator.GREATER,
    "min": BinaryOperator.LESS,
    "umax": BinaryOperator.GREATER,
    "umin": BinaryOperator.LESS,
}
_OPERATION = "|".join(sorted(_NEW_VALUE, reverse=True))
IN_ONE_STEP = re.compile(rf"__sync_(?:(fetch_and)_({_OPERATION})|({_OPERATION})_and_fetch)(?:_\d+)?")


def update_in_one_step(calls: Calls, name: str, cursor: Cursor) -> Expression:
    """__sync_fetch_and_max(pointer, operand) and its like, on numbers."""
    match = IN_ONE_STEP.fullmatch(name)
    assert match is not None
    operation = match[2] or match[3]
    given, operand = calls.arguments(cursor)[:2]
    pointer = calls.lowering.value(clang.without_implicit_casts(given))
    kind = value_type(pointer.type.target) if isinstance(pointer.type, PointerType) else VOID
    if not isinstance(kind, IntType):
        raise Unsupported(f"{name} on something that is not an integer", calls.lowering.context.loc(cursor))
    pointer = calls.builder.once(pointer)
    value = calls.builder.once(convert(calls.lowering.value(operand), kind))
    calls.lowering.at(cursor)
    place = dereference(pointer, kind)
    calls.builder.emit(AtomicBegin(calls.builder.loc))
    old = calls.builder.once(calls.lowering.load(place))
    new = calls.builder.once(_updated(operation, old, value, kind))
    calls.builder.assign(place, new)
    calls.builder.emit(AtomicEnd(calls.builder.loc))
    return convert(old if match[1] else new, calls.lowering.type_of(cursor))


def _updated(operation: str, old: Expression, value: Expression, kind: IntType) -> Expression:
    operator = _NEW_VALUE[operation]
    if operator in (BinaryOperator.GREATER, BinaryOperator.LESS):
        compared = IntType(kind.bits, not operation.startswith("u"))
        keeps = binary(operator, convert(old, compared), convert(value, compared), INT)
        return Conditional(keeps, old, value, kind)
    wrapping = IntType(kind.bits, False)  # sums wrap around
    result = binary(operator, convert(old, wrapping), convert(value, wrapping), wrapping)
    if operation == "nand":
        result = unary(UnaryOperator.COMPLEMENT, result, wrapping)
    return convert(result, kind)


def _trap(calls: Calls, name: str, cursor: Cursor) -> None:
    calls.lowering.at(cursor)
    calls.call_library("abort", (), VOID)


GCC_BUILTINS: dict[str, Handler] = {
    "alloca": _alloca,
    "__builtin_alloca": _alloca,
    "__builtin_alloca_with_align": _alloca,
    "__builtin_expect": _first,
    "__builtin_expect_with_probability": _first,
    "__builtin_assume_aligned": _first,
    "__builtin_launder": _first,
    "__builtin_prefetch": nothing,
    "__builtin_assume": nothing,
    "__builtin_ia32_pause": nothing,
    "__builtin_unreachable": _unreachable,
    "__builtin_trap": _trap,
    "__builtin_debugtrap": _trap,
    "__builtin_constant_p": _constant_p,
    "__builtin_object_size": _builtin_object_size,
    "__builtin_dynamic_object_size": _builtin_object_size,
    "__builtin_frame_address": not_modelled("__builtin_frame_address"),
    "__builtin_return_address": not_modelled("__builtin_return_address"),
}
for _suffix in ("", "l", "ll"):
    GCC_BUILTINS |= {
        f"__builtin_clz{_suffix}": _count_zeros(UnaryOperator.LEADING_ZEROS),
        f"__builtin_ctz{_suffix}": _count_zeros(UnaryOperator.TRAILING_ZEROS),
        f"__builtin_popcount{_suffix}": _count_bits(UnaryOperator.ONES),
        f"__builtin_parity{_suffix}": _parity,
        f"__builtin_ffs{_suffix}": _find_first_set,
        f"ffs{_suffix}": _find_first_set,
        f"__builtin_clrsb{_suffix}": _redundant_sign_bits,
    }
for _suffix in ("16", "32", "64"):
    GCC_BUILTINS[f"__builtin_bswap{_suffix}"] = _count_bits(UnaryOperator.SWAP_BYTES)
for _operation in ("add", "sub", "mul"):
    GCC_BUILTINS[f"__builtin_{_operation}_overflow"] = _overflow
    GCC_BUILTINS[f"__builtin_{_operation}_overflow_p"] = _overflow_p
    for _suffix in ("", "l", "ll"):
        GCC_BUILTINS[f"__builtin_s{_operation}{_suffix}_overflow"] = _overflow
        GCC_BUILTINS[f"__builtin_u{_operation}{_suffix}_overflow"] = _overflow

"""What gcc builds in for floating numbers, and those functions of math.h that are operators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unthread.core.floats import parse_float
from unthread.frontend.clang import Cursor
from unthread.program.build.fold import binary, convert, integer, negation, truth, unary
from unthread.program.expressions import BinaryOperator, Conditional, Constant, Expression, UnaryOperator
from unthread.program.types import INT, FloatType

if TYPE_CHECKING:
    from unthread.frontend.calls import Calls, Handler


def _constant(calls: Calls, name: str, cursor: Cursor) -> Expression:
    """Built-ins that clang evaluates: __builtin_inf() and its like."""
    return calls.lowering.evaluated(cursor)


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


FLOAT_BUILTINS: dict[str, Handler] = {
    "__builtin_isfinite": _is_finite,
    "__builtin_isinf_sign": _infinity_sign,
    "__builtin_isnormal": _is_normal,
    "__builtin_fpclassify": _classify,
}
for _suffix in ("", "f", "l"):
    for _prefix in ("", "__builtin_"):
        FLOAT_BUILTINS[f"{_prefix}fabs{_suffix}"] = _float_unary(UnaryOperator.ABSOLUTE)
        FLOAT_BUILTINS[f"{_prefix}copysign{_suffix}"] = _copy_sign
        FLOAT_BUILTINS[f"{_prefix}sqrt{_suffix}"] = _float_unary(UnaryOperator.ROOT)
    for _constant_name in ("inf", "huge_val", "nan", "nans"):
        FLOAT_BUILTINS[f"__builtin_{_constant_name}{_suffix}"] = _constant
    for _prefix in ("", "__", "__builtin_"):
        FLOAT_BUILTINS[f"{_prefix}isnan{_suffix}"] = _float_unary(UnaryOperator.IS_NAN)
        FLOAT_BUILTINS[f"{_prefix}isinf{_suffix}"] = _float_unary(UnaryOperator.IS_INFINITE)
        FLOAT_BUILTINS[f"{_prefix}signbit{_suffix}"] = _float_unary(UnaryOperator.SIGN_BIT)
        FLOAT_BUILTINS[f"{_prefix}finite{_suffix}"] = _is_finite
for _comparison in (*_ORDERED, "isunordered", "islessgreater"):
    FLOAT_BUILTINS[f"__builtin_{_comparison}"] = _compare_floats

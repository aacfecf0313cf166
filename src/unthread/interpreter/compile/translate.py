"""Expressions and places as Python text, for `functions.py`.

Comes in: an `Expression`. Goes out: a Python expression for its value, after lines (appended to
`PythonLines`) that compute and check its parts. `places.py` lists the names that generated code sees.
"""

from __future__ import annotations

import math
import struct
from typing import assert_never

from unthread.core.diagnostics import Unsupported
from unthread.core.floats import (
    Extended,
    divide,
    int_to_float,
    int_to_single,
    square_root,
    to_single,
)
from unthread.core.records import dataclass
from unthread.interpreter.compile.places import CompiledPlaces, PythonLines
from unthread.program.expressions import (
    COMPARISONS,
    AddressOf,
    Binary,
    BinaryOperator,
    Conditional,
    Constant,
    Convert,
    Expression,
    FunctionAddress,
    ObjectSize,
    PointerAdd,
    PointerDifference,
    Read,
    ThreadSelf,
    Unary,
    UnaryOperator,
)
from unthread.program.types import (
    BoolType,
    FloatType,
    IntType,
    PointerType,
    Type,
    bits_of,
    is_signed,
    value_range,
    value_type,
)

LONGEST = 240  # characters of one Python expression; longer ones are cut by a temporary


@dataclass(slots=True)
class CompiledExpressions(CompiledPlaces):
    """Translates for one function."""

    def value(self, expression: Expression) -> str:
        text = self._value(expression)
        return self.temporary(text) if len(text) > LONGEST else text

    def _value(self, expression: Expression) -> str:
        match expression:
            case Constant(value):
                return self._constant(value)
            case Read(place):
                return self.read(place)
            case AddressOf(place):
                return self._address_of(place)
            case FunctionAddress(name):
                return str(self.functions[name])
            case Unary():
                return self._unary(expression)
            case Binary():
                return self._binary(expression)
            case PointerAdd(pointer, index, scale):
                moved = f"{self.value(pointer)} + {self._product(index, scale)}"
                return f"(({moved}) & {self._pointer_mask()})"
            case PointerDifference(left, right, scale):
                return self._difference(left, right, scale)
            case Convert(operand, type):
                return self._convert(operand, type)
            case Conditional(test, then, otherwise):
                return self._conditional(test, then, otherwise)
            case ThreadSelf():
                return "M.thread.number"
            case ObjectSize(pointer):
                return f"object_size({self.value(pointer)})"
            case _:
                assert_never(expression)

    def test(self, expression: Expression) -> str:
        """Python text that is true when the value is not zero."""
        match expression:
            case Binary(operator, left, right) if operator in COMPARISONS:
                return self._comparison(operator, left, right)
            case Unary(UnaryOperator.NOT, operand):
                return f"not {self.test(operand)}"
            case Convert(operand, BoolType()):
                return self.test(operand)
            case Convert(operand, IntType() as type) if _holds(type, operand.type):
                return self.test(operand)
            case _:
                return self.value(expression)

    def _constant(self, value: int | float | Extended) -> str:
        if isinstance(value, Extended) or (isinstance(value, float) and not math.isfinite(value)):
            return self.names.bind(value)
        return f"({value!r})" if value < 0 else repr(value)

    def _product(self, index: Expression, scale: Expression) -> str:
        if scale == Constant(1, scale.type):
            return self.value(index)
        return f"{self.value(index)} * {self.value(scale)}"

    def _difference(self, left: Expression, right: Expression, scale: Expression) -> str:
        half = 1 << (self.pointer_bits - 1)
        a, b = self.value(left), self.value(right)
        if self.apart:
            a, b = self._apart(a, b, by_order=True)
        apart = f"(({a} - {b} + {half}) & {self._pointer_mask()}) - {half}"
        if scale == Constant(1, scale.type):
            return f"({apart})"
        return f"quotient({apart}, {self.value(scale)}, {-half}, {self.pc})"

    # operators

    def _unary(self, expression: Unary) -> str:
        operator, operand, type = expression.operator, expression.operand, expression.type
        if operator is UnaryOperator.NOT:
            return f"(0 if {self.test(operand)} else 1)"
        of = value_type(operand.type)
        text = self.value(operand)
        if isinstance(of, FloatType):
            return self._float_unary(operator, text, of)
        bits = bits_of(of)
        mask = (1 << bits) - 1
        match operator:
            case UnaryOperator.NEGATE:
                if not is_signed(type):
                    return f"(-{text} & {mask})"
                return self._ranged(f"-{text}", type, "-", "0", text)
            case UnaryOperator.COMPLEMENT:
                return f"(~{text})" if is_signed(type) else f"({text} ^ {mask})"
            case UnaryOperator.LEADING_ZEROS:
                return f"({bits} - ({text} & {mask}).bit_length())"
            case UnaryOperator.TRAILING_ZEROS:
                return f"trailing_zeros({text}, {bits})"
            case UnaryOperator.ONES:
                return f"({text} & {mask}).bit_count()"
            case UnaryOperator.SWAP_BYTES:
                raw = f'({text} & {mask}).to_bytes({bits // 8}, "little")'
                return f'int.from_bytes({raw}, "big", signed={is_signed(type)})'
            case _:
                raise Unsupported(f"operator {operator} of an integer", self.loc)

    def _float_unary(self, operator: UnaryOperator, text: str, of: FloatType) -> str:
        match operator:
            case UnaryOperator.NEGATE:
                return f"(-{text})"
            case UnaryOperator.ABSOLUTE:
                return f"abs({text})"
            case UnaryOperator.ROOT:
                if of.bits == 80:
                    return f"{text}.root()"
                return f"to_single(square_root({text}))" if of.bits == 32 else f"square_root({text})"
            case UnaryOperator.IS_NAN | UnaryOperator.IS_INFINITE | UnaryOperator.SIGN_BIT:
                return f"{_FLOAT_QUESTIONS[operator]}({text})"
            case _:
                raise Unsupported(f"operator {operator} of a floating number", self.loc)

    def _comparison(self, operator: BinaryOperator, left: Expression, right: Expression) -> str:
        if isinstance(right, Constant) and right.value == 0 and isinstance(right.value, int):
            # `(a < b) != 0` is how conditions often arrive
            if operator is BinaryOperator.NOT_EQUAL and _is_truth(left):
                return self.test(left)
            if operator is BinaryOperator.EQUAL and _is_truth(left):
                return f"(not {self.test(left)})"
        type = value_type(left.type)
        a, b = self.value(left), self.value(right)
        if self.apart and isinstance(type, PointerType) and not _has_constant(left, right):
            a, b = self._apart(a, b, operator not in (BinaryOperator.EQUAL, BinaryOperator.NOT_EQUAL))
        if isinstance(type, FloatType) and type.bits == 80:
            if operator is BinaryOperator.EQUAL:
                return f"{a}.equal({b})"
            if operator is BinaryOperator.NOT_EQUAL:
                return f"{a}.not_equal({b})"
        return f"({a} {operator} {b})"

    def _apart(self, a: str, b: str, by_order: bool) -> tuple[str, str]:
        """Two addresses that are compared. What order the library sees does not matter to users."""
        a, b = self.temporary(a), self.temporary(b)
        self.lines.add(f"compare({a}, {b}, {by_order and self.apart == 'own'}, {self.pc})")
        return a, b

    def _binary(self, expression: Binary) -> str:
        operator, left, right, type = (
            expression.operator,
            expression.left,
            expression.right,
            value_type(expression.type),
        )
        if operator in COMPARISONS:
            return f"(1 if {self._comparison(operator, left, right)} else 0)"
        if isinstance(type, FloatType):
            return self._float_binary(operator, self.value(left), self.value(right), type)
        match operator:
            case BinaryOperator.ADD | BinaryOperator.SUBTRACT | BinaryOperator.MULTIPLY:
                a, b = self.value(left), self.value(right)
                if is_signed(type):
                    return self._ranged(f"{a} {operator} {b}", type, operator, a, b)
                return f"(({a} {operator} {b}) & {(1 << bits_of(type)) - 1})"
            case BinaryOperator.AND | BinaryOperator.OR | BinaryOperator.XOR:
                return f"({self.value(left)} {operator} {self.value(right)})"
            case BinaryOperator.DIVIDE | BinaryOperator.REMAINDER:
                return self._division(operator, left, right, type)
            case _:
                return self._shift(operator, left, right, type)

    def _float_binary(self, operator: BinaryOperator, a: str, b: str, type: FloatType) -> str:
        if operator is BinaryOperator.DIVIDE and type.bits != 80:
            text = f"divide({a}, {b})"
        elif operator in _FLOAT_OPERATORS:
            text = f"({a} {operator} {b})"
        else:
            raise Unsupported(f"operator {operator} of floating numbers", self.loc)
        return f"to_single({text})" if type.bits == 32 else text

    def _ranged(self, text: str, type: Type, operator: str, left: str, right: str) -> str:
        """A signed result: within its type, or a violation, or wrapped."""
        least, most = value_range(type)
        name = self.temporary(text)
        if self.arith:
            described = self.names.bind(type)
            self.lines.add(f"if not {least} <= {name} <= {most}:")
            self.lines.add(f"    overflow({str(operator)!r}, {left}, {right}, {described}, {self.pc})")
        else:
            self.lines.add(f"if not {least} <= {name} <= {most}:")
            self.lines.add(f"    {name} = (({name} + {-least}) & {most - least}) - {-least}")
        return name

    def _division(self, operator: BinaryOperator, left: Expression, right: Expression, type: Type) -> str:
        a, b = self.atom(left), self.atom(right)
        sign = "//" if operator is BinaryOperator.DIVIDE else "%"
        if not is_signed(type):
            return self.temporary(f"{a} {sign} {b} if {b} else division_by_zero({self.pc})")
        slow = "quotient" if operator is BinaryOperator.DIVIDE else "remainder"
        least = value_range(type)[0]
        return self.temporary(
            f"{a} {sign} {b} if {a} >= 0 and {b} > 0 else {slow}({a}, {b}, {least}, {self.pc})"
        )

    def _shift(self, operator: BinaryOperator, left: Expression, right: Expression, type: Type) -> str:
        bits = bits_of(type)
        a = self.value(left)
        if isinstance(right, Constant) and isinstance(right.value, int) and 0 <= right.value < bits:
            amount = str(right.value)
        else:
            amount = self.temporary(self.value(right))
            self.lines.add(f"if not 0 <= {amount} < {bits}:")
            self.lines.add(f"    bad_shift({amount}, {bits}, {self.pc})")
        if operator is BinaryOperator.SHIFT_RIGHT:
            return f"({a} >> {amount})"
        if self.arith and is_signed(type):
            return self._checked_shift(a, amount, type)
        return wrapped(f"({a} << {amount})", type)

    def _checked_shift(self, a: str, amount: str, type: Type) -> str:
        """A signed left shift: of a number that is not negative, and within its type (C11 6.5.7)."""
        number = self.temporary(a)
        name = self.temporary(f"{number} << {amount}")
        described = self.names.bind(type)
        self.lines.add(f"if not 0 <= {name} <= {value_range(type)[1]}:")
        self.lines.add(f"    lossy_shift({number}, {amount}, {described}, {self.pc})")
        return name

    def _conditional(self, test: Expression, then: Expression, otherwise: Expression) -> str:
        condition = self.test(test)
        outer = self.lines
        sides = []
        for side in (then, otherwise):
            self.lines = PythonLines(outer.depth + 1)
            sides.append((self.value(side), self.lines))
        self.lines = outer
        (a, first), (b, second) = sides
        if not first.text and not second.text:
            return f"({a} if {condition} else {b})"
        self.temporaries += 1
        name = f"t{self.temporaries}"
        outer.add(f"if {condition}:")
        outer.text += first.text
        outer.add(f"    {name} = {a}")
        outer.add("else:")
        outer.text += second.text
        outer.add(f"    {name} = {b}")
        return name

    def _convert(self, operand: Expression, type: Type) -> str:
        source, target = value_type(operand.type), value_type(type)
        if isinstance(target, BoolType):
            return f"(1 if {self.test(operand)} else 0)"
        text = self.value(operand)
        if self.apart == "own" and isinstance(source, PointerType) and isinstance(target, IntType):
            text = self.temporary(f"measure({text}, {self.pc})")
        if isinstance(source, FloatType):
            if isinstance(target, FloatType):
                return convert_float(text, source.bits, target.bits)
            return f"truncate({text}, {bits_of(target)}, {is_signed(target)}, {self.pc})"
        if isinstance(target, FloatType):
            return {32: f"int_to_single({text})", 64: f"int_to_float({text})"}.get(
                target.bits, f"extended_from_int({text})"
            )
        return text if _holds(target, source) else wrapped(text, target)


_FLOAT_OPERATORS = frozenset(
    {BinaryOperator.ADD, BinaryOperator.SUBTRACT, BinaryOperator.MULTIPLY, BinaryOperator.DIVIDE}
)
_FLOAT_QUESTIONS = {
    UnaryOperator.IS_NAN: "is_nan",
    UnaryOperator.IS_INFINITE: "is_infinite",
    UnaryOperator.SIGN_BIT: "sign_bit",
}


def wrapped(text: str, type: Type) -> str:
    """Python text of an integer cut to the bits of a type."""
    bits = bits_of(type)
    if not is_signed(type):
        return f"({text} & {(1 << bits) - 1})"
    half = 1 << (bits - 1)
    return f"((({text} + {half}) & {2 * half - 1}) - {half})"


def convert_float(text: str, source: int, target: int) -> str:
    if source == target or (source, target) == (32, 64):
        return text
    if target == 80:
        return f"extended_from_float({text})"
    if source == 80:
        return f"{text}.to_single()" if target == 32 else f"{text}.to_float()"
    return f"to_single({text})"


def _holds(outer: Type, inner: Type) -> bool:
    """Every value of the inner integer type is one of the outer."""
    inner = value_type(inner)
    if isinstance(inner, FloatType):
        return False
    low, high = value_range(outer)
    least, most = value_range(inner)
    return low <= least and most <= high


def _has_constant(left: Expression, right: Expression) -> bool:
    return isinstance(left, Constant) or isinstance(right, Constant)


def _is_truth(expression: Expression) -> bool:
    """The value is known to be 0 or 1, or only compared with zero, so that `test` says it all."""
    while isinstance(expression, Convert) and isinstance(expression.type, IntType | BoolType):
        if not (isinstance(expression.type, BoolType) or _holds(expression.type, expression.operand.type)):
            return False
        expression = expression.operand
    return isinstance(expression, Binary) and expression.operator in COMPARISONS


def trailing_zeros(value: int, bits: int) -> int:
    return (value & -value).bit_length() - 1 if value else bits


def is_nan(value: float | Extended) -> int:
    return int(value.is_nan if isinstance(value, Extended) else math.isnan(value))


def is_infinite(value: float | Extended) -> int:
    return int(value.is_infinite if isinstance(value, Extended) else math.isinf(value))


def sign_bit(value: float | Extended) -> int:
    return int(value.negative if isinstance(value, Extended) else math.copysign(1.0, value) < 0)


PURE_HELPERS: dict[str, object] = {
    "divide": divide,
    "extended_from_float": Extended.from_float,
    "extended_from_int": Extended.from_int,
    "int_to_float": int_to_float,
    "int_to_single": int_to_single,
    "is_infinite": is_infinite,
    "is_nan": is_nan,
    "sign_bit": sign_bit,
    "square_root": square_root,
    "to_single": to_single,
    "trailing_zeros": trailing_zeros,
    "trouble": (KeyError, struct.error, TypeError),
}

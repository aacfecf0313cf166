"""C's operations on numbers of floating types, as terms: a number is the integer of its bits.

What has a value already is computed at once, the rest is left to the solver.
"""

from __future__ import annotations

from unthread.core.diagnostics import Unsupported
from unthread.core.floats import (
    Extended,
    converted_out_of_range,
    divide,
    int_to_float,
    int_to_single,
    square_root,
    to_single,
    truncated,
)
from unthread.engine.terms.float_format import (
    FloatFormat,
    FloatOperation,
    bits_of_number,
    format_of,
    number_of_bits,
)
from unthread.engine.terms.nodes import Bool, Int, Range, signed_range, unsigned_range
from unthread.engine.terms.terms import Terms
from unthread.program.expressions import BinaryOperator, UnaryOperator
from unthread.program.types import FloatType, Type, bits_of, is_signed, value_range
from unthread.values.scalars import fit

_NAMES = {
    BinaryOperator.ADD: "add",
    BinaryOperator.SUBTRACT: "subtract",
    BinaryOperator.MULTIPLY: "multiply",
    BinaryOperator.DIVIDE: "divide",
}


class Floating:
    __slots__ = ("terms",)

    def __init__(self, terms: Terms) -> None:
        self.terms = terms

    def constant(self, number: float | Extended, type: FloatType) -> Int:
        return self.terms.integer(bits_of_number(number, type))

    def truth(self, value: Int, type: FloatType) -> Bool:
        """The number is not zero."""
        rest = self.terms.extract(value, 0, format_of(type).bits - 1)
        return self.terms.truth(rest)

    # ---- memory

    def loaded(self, raw: Int, type: FloatType) -> Int:
        """The number whose bytes these are; extended precision has its leading bit there too."""
        terms = self.terms
        whole = terms.wrap(raw, unsigned_range(type.bits))
        if type.bits != 80:
            return whole
        high, low = terms.extract(whole, 64, 16), terms.extract(whole, 0, 63)
        return terms.concat(high, low, 63)

    def stored(self, value: Int, type: FloatType) -> Int:
        """The bytes of the number."""
        if type.bits != 80:
            return value
        terms = self.terms
        exponent = terms.extract(value, 63, 15)
        leading = terms.number(terms.truth(exponent))
        low = terms.concat(leading, terms.extract(value, 0, 63), 63)
        return terms.concat(terms.extract(value, 63, 16), low, 64)

    # ---- operators

    def unary(self, operator: UnaryOperator, operand: Int, of: FloatType) -> Int:
        terms, format = self.terms, format_of(of)
        match operator:
            case UnaryOperator.NEGATE:
                return terms.bit_xor(operand, terms.integer(format.sign))
            case UnaryOperator.ABSOLUTE:
                return terms.extract(operand, 0, format.bits - 1)
            case UnaryOperator.SIGN_BIT:
                return terms.extract(operand, format.bits - 1, 1)
            case UnaryOperator.IS_NAN:
                return terms.number(self._question("is_nan", (operand,), of))
            case UnaryOperator.IS_INFINITE:
                rest = terms.extract(operand, 0, format.bits - 1)
                return terms.number(terms.equal(rest, terms.integer(format.infinity)))
            case UnaryOperator.ROOT:
                if operand.is_constant:
                    return self.constant(_root(number_of_bits(operand.lo, of), of), of)
                return terms.float_operation(FloatOperation("root", format), (operand,), format.bits)
            case _:
                raise Unsupported(f"operator {operator} of a floating number")

    def binary(self, operator: BinaryOperator, a: Int, b: Int, type: FloatType) -> Int:
        if a.is_constant and b.is_constant:
            result = _computed(operator, number_of_bits(a.lo, type), number_of_bits(b.lo, type), type)
            return self.constant(result, type)
        name = _NAMES.get(operator)
        if name is None:
            raise Unsupported(f"operator {operator} of floating numbers")
        format = format_of(type)
        return self.terms.float_operation(FloatOperation(name, format), (a, b), format.bits)

    def comparison(self, operator: BinaryOperator, a: Int, b: Int, type: FloatType) -> Bool:
        match operator:
            case BinaryOperator.EQUAL:
                return self._question("equal", (a, b), type)
            case BinaryOperator.NOT_EQUAL:
                return self._question("equal", (a, b), type).inverse
            case BinaryOperator.LESS:
                return self._question("less", (a, b), type)
            case BinaryOperator.GREATER:
                return self._question("less", (b, a), type)
            case BinaryOperator.LESS_EQUAL:
                return self._question("less_equal", (a, b), type)
            case _:
                return self._question("less_equal", (b, a), type)

    def _question(self, name: str, args: tuple[Int, ...], type: FloatType) -> Bool:
        format = format_of(type)
        if all(a.is_constant for a in args):
            return self.terms.boolean(_answered(name, [a.lo for a in args], format))
        return self.terms.float_test(FloatOperation(name, format), args)

    # ---- conversions

    def from_integer(self, value: Int, target: FloatType) -> Int:
        if value.is_constant:
            number: float | Extended
            if target.bits == 80:
                number = Extended.from_int(value.lo)
            else:
                number = int_to_single(value.lo) if target.bits == 32 else int_to_float(value.lo)
            return self.constant(number, target)
        format = format_of(target)
        return self.terms.float_operation(FloatOperation("from_integer", format), (value,), format.bits)

    def between(self, value: Int, source: FloatType, target: FloatType) -> Int:
        """From one floating type to another."""
        if source.bits == target.bits:
            return value
        if value.is_constant:
            number = fit(number_of_bits(value.lo, source), target)
            return self.terms.integer(bits_of_number(number, target))
        format = format_of(target)
        operation = FloatOperation("from_format", format, format_of(source))
        return self.terms.float_operation(operation, (value,), format.bits)

    def fits(self, value: Int, source: FloatType, within: Range) -> Bool:
        """The number, cut to an integer, lies in the range."""
        if value.is_constant:
            whole = truncated(number_of_bits(value.lo, source))
            return self.terms.boolean(whole is not None and within[0] <= whole <= within[1])
        format = format_of(source)
        low, high = self._limit(within[0] - 1, source), self._limit(within[1] + 1, source)
        compare = "less_equal" if self._rounds_up(within[0] - 1, source) else "less"
        above = self.terms.float_test(FloatOperation(compare, format), (low, value))
        below = self.terms.float_test(FloatOperation("less", format), (value, high))
        return self.terms.both(above, below)

    def to_integer(self, value: Int, source: FloatType, target: Type) -> Int:
        """Where the number does not fit, what x86-64 makes of it."""
        bits, signed, within = bits_of(target), is_signed(target), value_range(target)
        if value.is_constant:
            return self.terms.integer(_converted(number_of_bits(value.lo, source), bits, signed, within))
        inside = self.fits(value, source, within)
        outside = self._converted_anyway(value, source, bits, signed)
        return self.terms.choice(inside, self._truncated(value, source, within), outside)

    def _truncated(self, value: Int, source: FloatType, within: Range) -> Int:
        return self.terms.float_integer(FloatOperation("to_integer", format_of(source)), (value,), within)

    def _converted_anyway(self, value: Int, source: FloatType, bits: int, signed: bool) -> Int:
        """What x86-64 makes of a number that does not fit; see `converted_out_of_range`."""
        terms = self.terms
        if bits == 64 and not signed:  # in two halves; too large or not a number gives 0 or 2 ** 63
            negative = self.fits(value, source, signed_range(64))
            small = terms.wrap(self._truncated(value, source, signed_range(64)), unsigned_range(64))
            least = self._limit(1 << 63, source)
            large = terms.float_test(FloatOperation("less_equal", format_of(source)), (least, value))
            rest = terms.choice(large, terms.zero, terms.integer(1 << 63))
            return terms.choice(negative, small, rest)
        wide = 64 if bits >= 64 or (bits == 32 and not signed) else 32
        within = signed_range(wide)
        whole = terms.choice(
            self.fits(value, source, within),
            self._truncated(value, source, within),
            terms.integer(within[0]),
        )
        return terms.wrap(whole, signed_range(bits) if signed else unsigned_range(bits))

    def _limit(self, value: int, type: FloatType) -> Int:
        """The nearest number of the format."""
        return self.from_integer(self.terms.integer(value), type)

    def _rounds_up(self, value: int, type: FloatType) -> bool:
        """The format has no number for this integer, and the nearest one is above: still inside, then."""
        nearest = truncated(number_of_bits(self._limit(value, type).lo, type))
        return nearest is not None and nearest > value


def _converted(number: float | Extended, bits: int, signed: bool, within: Range) -> int:
    whole = truncated(number)
    if whole is None or not within[0] <= whole <= within[1]:
        return converted_out_of_range(number, bits, signed)
    return whole


def _root(number: float | Extended, type: FloatType) -> float | Extended:
    if isinstance(number, Extended):
        return number.root()
    root = square_root(number)
    return to_single(root) if type.bits == 32 else root


def _computed(
    operator: BinaryOperator, a: float | Extended, b: float | Extended, type: FloatType
) -> float | Extended:
    result: float | Extended
    match operator:
        case BinaryOperator.ADD:
            result = a + b  # type: ignore[operator]
        case BinaryOperator.SUBTRACT:
            result = a - b  # type: ignore[operator]
        case BinaryOperator.MULTIPLY:
            result = a * b  # type: ignore[operator]
        case _:
            if isinstance(a, Extended):
                result = a / b  # type: ignore[operator]
            else:
                assert isinstance(b, float)
                result = divide(a, b)
    return to_single(result) if type.bits == 32 and isinstance(result, float) else result


def _answered(name: str, args: list[int], format: FloatFormat) -> bool:
    """A comparison of numbers given by their bits: the order of sign and magnitude."""
    magnitudes = [a & (format.sign - 1) for a in args]
    nan = any(m > format.infinity for m in magnitudes)
    if name == "is_nan":
        return nan
    if nan:
        return False
    a, b = (-m if a & format.sign else m for a, m in zip(args, magnitudes, strict=True))
    return {"equal": a == b, "less": a < b, "less_equal": a <= b}[name]

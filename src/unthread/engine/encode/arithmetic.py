"""C's operations on integers, as terms, and where they break C's rules."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from unthread.core.diagnostics import Unsupported
from unthread.core.properties import Property
from unthread.engine.terms.nodes import Bool, Int, Range
from unthread.engine.terms.terms import Terms
from unthread.program.expressions import BinaryOperator, UnaryOperator
from unthread.program.types import Type, bits_of, is_signed, value_range


class SymbolicArithmetic(ABC):
    """`is_checked`: signed results that do not fit are looked for; otherwise they wrap. What compilers or the
    processor make of other wrong operands is not known, so that it is a fault for every property."""

    def __init__(self, terms: Terms, is_checked: bool) -> None:
        self.terms = terms
        self.is_checked = is_checked

    @abstractmethod
    def fault(self, property: Property, message: str, bad: Bool) -> None:
        """Where `bad` holds, the rule is broken, and nothing sensible follows."""

    def integer_unary(self, operator: UnaryOperator, operand: Int, of: Type, type: Type) -> Int:
        terms, bits = self.terms, bits_of(of)
        match operator:
            case UnaryOperator.NEGATE:
                return self._sum(BinaryOperator.SUBTRACT, terms.zero, operand, type)
            case UnaryOperator.COMPLEMENT:
                flipped = terms.subtract(terms.integer(-1), operand)
                return terms.wrap(flipped, value_range(type))
            case UnaryOperator.SWAP_BYTES:
                return self._swapped(operand, bits, type)
            case UnaryOperator.ONES:
                total = terms.zero
                for bit in range(bits):
                    total = terms.add(total, terms.extract(operand, bit, 1))
                return total
            case UnaryOperator.LEADING_ZEROS:
                return self._zeros(operand, bits, range(bits), lambda bit: bits - 1 - bit)
            case UnaryOperator.TRAILING_ZEROS:
                return self._zeros(operand, bits, range(bits - 1, -1, -1), lambda bit: bit)
            case _:
                raise Unsupported(f"operator {operator} of an integer")

    def _zeros(self, operand: Int, bits: int, order: range, count: Callable[[int], int]) -> Int:
        terms = self.terms
        result = terms.integer(bits)
        for bit in order:
            is_set = terms.truth(terms.extract(operand, bit, 1))
            result = terms.choice(is_set, terms.integer(count(bit)), result)
        return result

    def _swapped(self, operand: Int, bits: int, type: Type) -> Int:
        terms = self.terms
        result = terms.extract(operand, bits - 8, 8)
        for done in range(8, bits, 8):
            result = terms.concat(terms.extract(operand, bits - 8 - done, 8), result, done)
        return terms.wrap(result, value_range(type))

    def integer_binary(self, operator: BinaryOperator, a: Int, b: Int, type: Type) -> Int:
        match operator:
            case BinaryOperator.ADD | BinaryOperator.SUBTRACT | BinaryOperator.MULTIPLY:
                return self._sum(operator, a, b, type)
            case BinaryOperator.DIVIDE | BinaryOperator.REMAINDER:
                return self._division(operator, a, b, type)
            case BinaryOperator.AND:
                return self.terms.bit_and(a, b)
            case BinaryOperator.OR:
                return self.terms.bit_or(a, b)
            case BinaryOperator.XOR:
                return self.terms.bit_xor(a, b)
            case _:
                return self._shift(operator, a, b, type)

    def _sum(self, operator: BinaryOperator, a: Int, b: Int, type: Type) -> Int:
        terms, within = self.terms, value_range(type)
        function = {
            BinaryOperator.ADD: terms.add,
            BinaryOperator.SUBTRACT: terms.subtract,
            BinaryOperator.MULTIPLY: terms.multiply,
        }[operator]
        if self.is_checked and is_signed(type):
            exact = function(a, b, None)
            self._overflow(exact, within, f"signed overflow in '{operator}'")
        return function(a, b, within)

    def _overflow(self, exact: Int, within: Range, message: str) -> None:
        terms = self.terms
        low, high = terms.integer(within[0]), terms.integer(within[1])
        bad = terms.either(terms.less(exact, low), terms.less(high, exact))
        self.fault(Property.ARITH, message, bad)

    def _division(self, operator: BinaryOperator, a: Int, b: Int, type: Type) -> Int:
        terms, within = self.terms, value_range(type)
        self.fault(Property.ARITH, "division by zero", terms.equal(b, terms.zero))
        if is_signed(type):
            least = terms.equal(a, terms.integer(within[0]))
            bad = terms.both(least, terms.equal(b, terms.integer(-1)))
            self.fault(Property.ARITH, f"signed overflow in '{operator}'", bad)
        if operator is BinaryOperator.DIVIDE:
            return terms.quotient(a, b, within)
        return terms.remainder(a, b)

    def _shift(self, operator: BinaryOperator, a: Int, amount: Int, type: Type) -> Int:
        terms, bits = self.terms, bits_of(type)
        if not (amount.lo >= 0 and amount.hi < bits):
            outside = terms.either(terms.less(amount, terms.zero), terms.at_most(terms.integer(bits), amount))
            self.fault(Property.ARITH, f"shift of a {bits}-bit integer by an invalid amount", outside)
            amount = terms.bit_and(amount, terms.integer(bits - 1))
        if operator is BinaryOperator.SHIFT_LEFT:
            if self.is_checked and is_signed(type):
                most = terms.shift_right(terms.integer(value_range(type)[1]), amount)
                bad = terms.either(terms.less(a, terms.zero), terms.less(most, a))
                self.fault(
                    Property.ARITH, "left shift of a negative number or beyond the range of the type", bad
                )
            return terms.shift_left(a, amount, value_range(type))
        return terms.shift_right(a, amount)
